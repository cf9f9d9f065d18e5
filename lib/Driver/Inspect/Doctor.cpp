// Checks whether the machine has what recording and partial execution need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Inspect/Doctor.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using Status = Finding::Status;

static constexpr const char *containerRemedy =
    "in a container, start it with --cap-add=SYS_PTRACE "
    "--security-opt seccomp=unconfined";

/// Runs `attempt` in a child process. Returns the result of `attempt`, an errno
/// value; 0 means success.
static int errnoInChild(const std::function<int()> &attempt) {
  pid_t child = ::fork();
  if (child < 0)
    return errno;
  if (child == 0)
    ::_exit(attempt());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static std::string firstLineOf(const char *path) {
  auto buffer = llvm::MemoryBuffer::getFileAsStream(path);
  return buffer ? (*buffer)->getBuffer().split('\n').first.str() : "";
}

static Finding examinePtrace() {
  int error = errnoInChild([] {
    return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : errno;
  });
  if (error == 0)
    return {Status::Good, "ptrace", "permitted", ""};
  std::string scope = firstLineOf("/proc/sys/kernel/yama/ptrace_scope");
  std::string remedy = containerRemedy;
  if (scope == "2" || scope == "3")
    remedy = "kernel.yama.ptrace_scope is " + scope +
             "; `sysctl kernel.yama.ptrace_scope=1` as root (3 lasts until "
             "the next boot)";
  return {Status::Missing, "ptrace", std::strerror(error), remedy};
}

static Finding examineAddresses() {
  int error = errnoInChild(
      [] { return ::personality(ADDR_NO_RANDOMIZE) >= 0 ? 0 : errno; });
  if (error == 0)
    return {Status::Good, "fixed addresses",
            "address randomisation can be switched off", ""};
  return {Status::Missing, "fixed addresses", std::strerror(error),
          containerRemedy};
}

static Finding examineSandbox() {
  SandboxSpec spec;
  llvm::SmallString<256> folder;
  if (!llvm::sys::fs::current_path(folder))
    spec.workingDirectory = folder.str().str();
  llvm::Expected<std::shared_ptr<Sandbox>> sandbox = Sandbox::create(spec);
  if (!sandbox)
    return {Status::Missing, "sandbox", llvm::toString(sandbox.takeError()),
            containmentRemedy};
  return {Status::Good, "sandbox", "runs can be confined", ""};
}

/// Returns what a program prints when it is asked for its version. The text can
/// be on stdout or on stderr, which lldb-server uses. Returns an empty text if
/// the program prints nothing.
static std::string outputOf(const std::string &program,
                            const std::string &argument) {
  llvm::Expected<TemporaryDirectory> scratch = TemporaryDirectory::create();
  if (!scratch) {
    // Without a temporary folder for the program's output, the version of the
    // program can't be found out. If a full disk is the reason, examineDisk()
    // reports that.
    llvm::consumeError(scratch.takeError());
    return "";
  }
  SubprocessSpec spec;
  spec.program = program;
  spec.arguments = {argument};
  spec.standardOutput = scratch->file("stdout");
  spec.standardError = scratch->file("stderr");
  llvm::Expected<SubprocessResult> result = runToEnd(spec);
  if (!result) {
    // The program can't be run. The caller treats it like a program that prints
    // no version.
    llvm::consumeError(result.takeError());
    return "";
  }
  return result->standardOutput + result->standardError;
}

static std::string findLLDBServer() {
  if (const char *path = std::getenv("LLDB_DEBUGSERVER_PATH"))
    return path;
  std::string major = std::to_string(LLVM_VERSION_MAJOR);
  std::string debian = "/usr/lib/llvm-" + major + "/bin/lldb-server";
  if (llvm::sys::fs::can_execute(debian))
    return debian;
  auto found = llvm::sys::findProgramByName("lldb-server-" + major);
  return found ? *found : "";
}

static Finding examineLLDBServer() {
  std::string remedy =
      "install it: `apt-get install lldb-" +
      std::to_string(LLVM_VERSION_MAJOR) +
      "`, or set LLDB_DEBUGSERVER_PATH to an lldb-server of version " +
      LLVM_VERSION_STRING;
  std::string path = findLLDBServer();
  if (path.empty() || !llvm::sys::fs::can_execute(path))
    return {Status::Missing, "lldb-server",
            path.empty() ? "not found" : path + " can't be executed", remedy};
  std::string version = outputOf(path, "version");
  if (!llvm::StringRef(version).contains(LLVM_VERSION_STRING))
    return {Status::Missing, "lldb-server",
            path + " is not of version " + LLVM_VERSION_STRING, remedy};
  return {Status::Good, "lldb-server", path + ", " LLVM_VERSION_STRING, ""};
}

static Finding examineCompiler(const std::string &name) {
  auto path = llvm::sys::findProgramByName(name);
  if (!path)
    return {Status::Note, name, "not found",
            "needed only if you build with it"};
  std::string version = outputOf(*path, "--version");
  return {Status::Good, name, llvm::StringRef(version).split('\n').first.str(),
          ""};
}

namespace {

/// A program that only some features of Pinstripe need.
struct OptionalPart {
  /// The name of the program, which is looked for in the folders of PATH.
  const char *program;
  const char *feature; ///< The feature that needs the program.
  const char *package; ///< Debian's package that has the program.
};

} // namespace

/// All programs that only some features need.
static constexpr OptionalPart optionalParts[] = {
    {"ctest", "`pinstripe ctest`", "cmake"},
    {"man", "`man pinstripe`", "man-db"},
    {"Xvfb", "`pinstripe actions` with windows", "xvfb"},
    {"mpirun", "`--lanes mpi`", "openmpi-bin"},
};

/// Returns a finding which tells the user that a program is missing, and that
/// only `feature` needs it.
static Finding missingPart(const std::string &program,
                           const std::string &feature,
                           const std::string &package) {
  return {Status::Note, program, "not found",
          "needed only for " + feature + ": `apt-get install " + package + "`"};
}

static Finding examinePart(const OptionalPart &part) {
  if (auto path = llvm::sys::findProgramByName(part.program))
    return {Status::Good, part.program, *path, ""};
  return missingPart(part.program, part.feature, part.package);
}

/// Looks for the debugger as `pinstripe replay` does. The name of the program
/// may contain the version. A program with the plain name `lldb` is accepted if
/// it is of the right version.
static Finding examineDebugger() {
  std::string version = std::to_string(LLVM_VERSION_MAJOR);
  std::string name = "lldb-" + version;
  for (const std::string &program : {name, std::string("lldb")}) {
    auto path = llvm::sys::findProgramByName(program);
    if (path && llvm::StringRef(outputOf(*path, "--version"))
                    .contains("lldb version " + version + "."))
      return {Status::Good, name, *path, ""};
  }
  return missingPart(name, "`pinstripe replay`", name);
}

static Finding examineDisk(const std::string &what, const std::string &path) {
  constexpr uint64_t wanted = uint64_t(100) << 20;
  llvm::ErrorOr<llvm::sys::fs::space_info> space =
      llvm::sys::fs::disk_space(path);
  if (!space)
    return {Status::Missing, what, path + ": " + space.getError().message(),
            "create it, or choose another"};
  std::string free =
      path + ": " + std::to_string(space->available >> 20) + " MiB free";
  if (space->available < wanted)
    return {Status::Missing, what, free, "free 100 MiB, or choose another"};
  if (::access(path.c_str(), W_OK) != 0)
    return {Status::Missing, what, path + " is not writable", "choose another"};
  return {Status::Good, what, free, ""};
}

std::vector<Finding> pinstripe::examineMachine() {
  const char *temporary = std::getenv("TMPDIR");
  std::vector<Finding> findings = {
      examinePtrace(),
      examineAddresses(),
      examineSandbox(),
      examineLLDBServer(),
      {Status::Good, "LLVM", LLVM_VERSION_STRING, ""},
      examineCompiler("gcc"),
      examineCompiler("clang-" + std::to_string(LLVM_VERSION_MAJOR)),
      examineDisk("TMPDIR", temporary ? temporary : "/tmp"),
      examineDisk("this folder", "."),
      examineDebugger()};
  for (const OptionalPart &part : optionalParts)
    findings.push_back(examinePart(part));
  return findings;
}

static Finding unusable(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  return {Status::Missing, "program", message, ""};
}

/// Counts the statement units as `pinstripe units` does. Units without code are
/// left out, and a unit of a template counts once for each instantiation.
static size_t countUnits(const UnitTable &table) {
  std::set<std::pair<FunctionId, UnitId>> units;
  for (const UnitEntry &entry : table.entries)
    units.insert({entry.function, entry.unit});
  return units.size();
}

std::vector<Finding> pinstripe::examineProgram(const std::string &program) {
  llvm::Expected<std::string> path = findProgram(program);
  if (!path)
    return {unusable(path.takeError())};
  ModelOptions model;
  model.cacheFolder = sourceCacheFolder();
  SourceFinder sources({}, currentFolder());
  model.sources = &sources;
  llvm::Expected<UnitTable> table = buildUnitTable(*path, model);
  if (!table)
    return {unusable(table.takeError())};
  std::vector<Finding> findings;
  findings.push_back({Status::Good, "program",
                      counted(table->functions.size(), "function") + ", " +
                          counted(countUnits(*table), "statement unit"),
                      ""});
  size_t fallbacks = 0;
  for (const TracedFunction &function : table->functions)
    fallbacks += function.isFallback();
  if (fallbacks != 0)
    findings.push_back(
        {Status::Note, "sources",
         "code and source do not fit in " + counted(fallbacks, "function"),
         "`pinstripe units` says why"});
  SourceRemarks remarks = remarksOnSources(*table, sources);
  for (const std::string &remark : {remarks.moved, remarks.missing})
    if (!remark.empty())
      findings.push_back({Status::Note, "sources", remark, ""});
  if (std::string untraced = describeUntraced(*table, program);
      !untraced.empty())
    findings.push_back({Status::Note, "functions", untraced, ""});
  for (const NewerSource &newer : newerSources(*table))
    findings.push_back({Status::Note, "sources",
                        newer.source + " is newer than the program",
                        "rebuild it"});
  return findings;
}
