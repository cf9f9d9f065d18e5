"""kill_test.py --pinstripe TOOL --engine NAME [--kills N] [--seed S]
             [--workers N] PROGRAM.c

Kills reductions (in trace and in guarded flow, alone and on lanes), recordings
and `locate` with SIGKILL at N random moments of the time that the command
takes. After each kill no process and no shared memory may be left, no file
outside of the case directory, and no file of an engine in there; the case
directory must still be readable. This process is a subreaper, so children of
the killed tool become its children and can be counted.
"""

import argparse
import concurrent.futures
import ctypes
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36
# The number of seconds after which a process that is still there counts as left
# over. Even on the busiest machine, no process takes so long to end.
GRACE = 600.0


def children():
    with open("/proc/self/task/%d/children" % os.getpid()) as file:
        return [int(pid) for pid in file.read().split()]


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def is_zombie(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def name(pid):
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "?"


def left_running():
    """Returns the processes that still run after a while, and kills them."""
    end = time.monotonic() + GRACE
    while time.monotonic() < end:
        reap()
        if not children():
            return []
        time.sleep(0.005)
    left = ["process %d %s" % (pid, name(pid)) for pid in children()
            if not is_zombie(pid)]
    for pid in children():
        os.kill(pid, signal.SIGKILL)
    time.sleep(0.1)
    reap()
    return left


def listing(folder, skip=()):
    """Returns all paths below a folder, apart from those below `skip`."""
    found = set()
    for root, folders, files in os.walk(folder):
        folders[:] = [each for each in folders
                      if os.path.join(root, each) not in skip]
        found.update(os.path.join(root, each) for each in files + folders)
    return found


def system_v_objects():
    found = set()
    for kind in ("shm", "sem", "msg"):
        path = "/proc/sysvipc/" + kind
        if os.path.exists(path):
            with open(path) as file:
                found.update(kind + " " + line.split()[1]
                             for line in file.readlines()[1:])
    return found


class Surroundings:
    """Everything outside of the case directory that a run might touch."""

    def __init__(self, folder, case):
        self.folder = folder
        self.case = case
        self.before = self.now()

    def now(self):
        return (listing(self.folder, [self.case]) | listing("/dev/shm")
                | system_v_objects())

    def additions(self):
        return sorted((self.now() - self.before) | self.engine_folders())

    def engine_folders(self):
        """Returns the folders of engines in the case directory."""
        return {path for path in listing(self.case)
                if "/native-" in path or "/lldb-" in path}


def run_killed(command, folder, environment, delay):
    """Kills a command after `delay` seconds. Returns whether the kill ended
    it."""
    process = subprocess.Popen(command, cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() == -signal.SIGKILL


def timed(command, folder, environment):
    begin = time.monotonic()
    result = subprocess.run(command, cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, capture_output=True,
                            text=True)
    if result.returncode != 0:
        sys.exit("%s ends with %d: %s" % (command, result.returncode,
                                          result.stderr))
    return time.monotonic() - begin


def commands_for(options, folder, case, program):
    keep = ["--keep", "result .*"]
    right = os.path.join(folder, "right")
    with open(right, "w") as file:
        file.write("result 1\n")
    words = {
        "reduce": ["reduce"] + keep,
        "record": ["record"] + keep,
        "guarded": ["reduce", "--flow", "guarded"] + keep,
        "lanes": ["reduce", "-j", "2"] + keep,
        "locate": ["locate", "--expect-stdout", right, "-j", "2"],
    }
    return {name: [options.pinstripe] + each
            + ["--engine", options.engine, "-o", case, "--", program]
            for name, each in words.items()}


def kill_often(options, seed):
    """Returns what was left behind."""
    moments = random.Random(seed)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, "tmp")
        os.mkdir(temporary)
        environment = dict(os.environ, TMPDIR=temporary)
        program = os.path.join(folder, "prog")
        subprocess.run(["clang-19", "-g", "-O0", options.source, "-o",
                        program], check=True)
        case = os.path.join(folder, "case")
        commands = commands_for(options, folder, case, program)
        surroundings = Surroundings(folder, case)
        times = {name: timed(command, folder, environment)
                 for name, command in commands.items()}
        failures = left_running() + surroundings.additions()
        kills = 0
        while kills < options.kills // options.workers:
            name = list(commands)[kills % len(commands)]
            delay = moments.uniform(0, times[name])
            if not run_killed(commands[name], folder, environment, delay):
                # The command had ended before the kill, so the machine is
                # faster than before. The kills must come sooner.
                times[name] = delay
                continue
            kills += 1
            left = left_running() + surroundings.additions()
            failures += ["kill %d of seed %d (%s after %.3f s): %s"
                         % (kills, seed, name, delay, each) for each in left]
        # The case directory must still be usable after the last kill.
        timed(commands["reduce"], folder, environment)
        failures += left_running() + surroundings.additions()
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pinstripe", required=True)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("source")
    options = parser.parse_args()
    seed = options.seed
    if seed is None:
        seed = random.randrange(10000)
    print("seed %d" % seed, flush=True)
    # Each worker is a subreaper: it becomes the parent of all processes that
    # its commands leave behind.
    with concurrent.futures.ProcessPoolExecutor(options.workers) as pool:
        results = list(pool.map(kill_often, [options] * options.workers,
                                range(seed, seed + options.workers)))
    failures = [failure for result in results for failure in result]
    for failure in failures:
        print("left behind: " + failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
