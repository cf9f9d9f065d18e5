# Configures the end-to-end tests, which use the tool on real programs. Each
# .test says in prose what must hold. The programs that it needs follow after a
# split-file line.

import os
import shutil
import subprocess

import lit.formats

source = os.path.dirname(os.path.abspath(__file__))
llvm = lit_config.params.get("llvm", "/usr/lib/llvm-19")
pinstripe = lit_config.params.get("pinstripe")
if not pinstripe:
    lit_config.fatal("say which tool to test: --param pinstripe=PATH")

plugin = os.path.join(os.path.dirname(pinstripe), "pinstripe-lldb.so")
courier = os.path.join(os.path.dirname(pinstripe), "pinstripe-mpi")

config.name = "pinstripe-e2e"
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = source
config.test_exec_root = lit_config.params.get("work", "build/e2e")

# The tests see as little as possible of the developer's environment, since the
# output of programs must not depend on it.
config.environment["PATH"] = os.path.join(llvm, "bin") + ":" + os.environ["PATH"]
config.environment["LC_ALL"] = "C.UTF-8"
# The tests parse sources themselves, and leave nothing in the developer's
# cache.
config.environment.pop("XDG_CACHE_HOME", None)
config.environment.pop("HOME", None)
config.environment.pop("LLDB_DEBUGSERVER_PATH", None)

# With --param all=ON, as in `tools/check.sh --all`, all tests run, and they make
# all of their repetitions. Otherwise the tests show that each feature works and
# refuses bad input. Those that require `all-tests`, and lines in `%if all-tests`,
# are left out.
everything = lit_config.params.get("all") == "ON"
if everything:
    config.available_features.add("all-tests")

# Programs from npm that read exports. tools/setup.sh has fetched them.
consumers = os.path.join(source, "..", "..", "build", "consumers", "node_modules")

# This is Debian's Python, which has python3-jsonschema. The first Python on
# PATH may be another one.
helper = '/usr/bin/python3 -B "%s/Inputs/' % source
config.substitutions += [
    # %{exit} STATUS COMMAND...: the command ends with this status and
    # leaves no process behind; stderr is joined to stdout.
    ("%{exit}", helper + 'expect_exit.py"'),
    ("%{interrupt}", helper + 'interrupt.py"'),
    ("%{kill-and-continue}", helper + 'kill_and_continue.py"'),
    ("%{check-json}", helper + 'check_json.py"'),
    # %{check-schema} VERB FILE...: the files must be as the schema of the verb
    # says.
    ("%{check-schema}", helper + 'json_schema.py"'),
    ("%{same-result}", helper + 'same_result.py"'),
    ("%{same-untimed}", helper + 'same_untimed.py"'),
    ("%{rebuild-mutations}", helper + 'rebuild_mutations.py"'),
    ("%{reduce-sample}",
     helper + 'reduce_sample.py" --pinstripe "%s" --samples "%s"'
     % (pinstripe, os.path.join(source, "..", "..", "samples"))),
    ("%{same-with-jobs}",
     helper + 'same_with_jobs.py" --pinstripe "%s" --samples "%s"'
     % (pinstripe, os.path.join(source, "..", "..", "samples"))),
    ("%{kills}", "100" if everything else "5"),
    ("%{jobs-native}", "1-16" if everything else "1,2,16"),
    ("%{jobs-lldb}", "1,2,4" if everything else "1,2"),
    # %{mpirun} RANKS COMMAND...: on this machine, whoever the user is.
    ("%{mpirun}", "mpirun --oversubscribe --allow-run-as-root -n"),
    ("%{kill-lanes}", helper + 'kill_lanes.py"'),
    ("%{courier}", courier),
    ("%{damage}", helper + 'damage.py"'),
    # %{printable} STATUS COMMAND...: the command ends with this status and
    # prints only what any terminal can show.
    ("%{printable}", helper + 'check_printable.py"'),
    # %{in-terminal} COLUMNS COMMAND...: prints what a terminal of this width gets.
    ("%{in-terminal}", helper + 'in_terminal.py"'),
    # %{type-keys} COLUMNSxROWS SCRIPT COMMAND...: types keys into a program.
    ("%{type-keys}", helper + 'type_keys.py"'),
    # %{use-windows} SCRIPT COMMAND...: uses a program on a display of its own.
    ("%{use-windows}", helper + 'use_windows.py"'),
    # %{read-page} PAGE: checks a page of `report`, see the script.
    ("%{read-page}", helper + 'read_page.py"'),
    ("%{raw-files}", helper + 'raw_files.py"'),
    # %{open-export} FORMAT FILE: what a program for this format finds in the file.
    ("%{open-export}", helper + 'open_export.py"'),
    ("%{consumers}", consumers),
    # %{cmake-build} COMPILER SOURCE BUILD: builds a CMake project with Clang or GCC.
    ("%{cmake-build}", helper + 'cmake_build.py"'),
    # %{debugger-session} SCRIPT COMMAND...: types the lines of SCRIPT into LLDB.
    ("%{debugger-session}", helper + 'debugger_session.py"'),
    ("%{tool}", pinstripe),
    # The plugin of LLDB.
    ("%{plugin}", plugin),
    ("%pinstripe", '"%s"' % pinstripe),
    ("%{clangxx}", "clang++-19 -g -O0"),
    ("%{gxx}", "g++ -g -O0"),
    ("%clang", "clang-19 -g -O0"),
    ("%gcc", "gcc -g -O0"),
    ("%inputs", os.path.join(source, "Inputs")),
    ("%samples", os.path.join(source, "..", "..", "samples")),
]


def works(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


# Mounting a file system of 64 kB needs the rights of root or a user namespace.
if works("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"):
    config.available_features.add("tiny-disk")
# A tool that was built with a sanitizer needs more address space than this.
if works("sh", "-c", 'ulimit -v 1200000 && exec "$0" --version', pinstripe):
    config.available_features.add("limited-memory")
# The plugin of LLDB is not built with sanitizers.
if os.path.exists(plugin):
    config.available_features.add("lldb-plugin")
# The tool has lanes on other machines only if MPI was there when it was built.
if shutil.which("mpirun") and os.path.exists(courier):
    config.available_features.add("mpi")
# libc++ is an alternative C++ library. The compiler needs its headers.
if os.path.exists(os.path.join(llvm, "include/c++/v1/vector")):
    config.available_features.add("libc++")
# The tool has a viewer of reports only if node was there when it was built.
if "without the viewer" not in subprocess.run(
        [pinstripe, "report", "/"], stderr=subprocess.PIPE, text=True).stderr:
    config.available_features.add("viewer")
# The tool has grammars only if tools/setup.sh had fetched them when it was
# built.
if "xml" in subprocess.run(
        [pinstripe, "input", "--stdin", "/dev/null", "--grammar", "./none", "--", "true"],
        stderr=subprocess.PIPE, text=True).stderr:
    config.available_features.add("grammars")
if os.path.exists(os.path.join(consumers, "@microsoft/sarif-multitool-linux")):
    config.available_features.add("consumers")
if shutil.which("nano"):
    config.available_features.add("nano")
# Programs with windows are replayed on a display without a screen.
if all(shutil.which(each) for each in ("Xvfb", "xcalc", "xdotool")):
    config.available_features.add("windows")
if shutil.which("chromium"):
    config.available_features.add("browser")
# These are the test frameworks whose messages `pinstripe ctest` reads.
for feature, header in (("catch2", "catch2/catch.hpp"), ("googletest", "gtest/gtest.h")):
    if os.path.exists(os.path.join("/usr/include", header)):
        config.available_features.add(feature)
if os.geteuid() != 0:
    config.available_features.add("not-root")
