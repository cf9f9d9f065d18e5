// Builds versions of the source, one after the other, in a separate folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceBuilder.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

using namespace pinstripe;

/// The folder in which Debian's ccache has a link for each compiler name.
static constexpr llvm::StringLiteral ccacheCompilers = "/usr/lib/ccache";

llvm::Expected<SourceBuilder> SourceBuilder::create(const std::string &folder,
                                                    const std::string &command,
                                                    double limitSeconds) {
  llvm::Expected<WorkFolder> work = WorkFolder::create(folder + "/source");
  if (!work)
    return work.takeError();
  return SourceBuilder(folder, command, limitSeconds, std::move(*work));
}

/// Returns the environment of a build: the user's environment, with ccache in
/// front of the compilers if it is installed. A variable keeps git from looking
/// for a repository above the folder of the source, since a build could take
/// the user's repository for its own.
std::vector<std::string> SourceBuilder::environment() const {
  std::vector<std::string> variables;
  std::string path = "/usr/bin:/bin";
  for (char **entry = ::environ; entry && *entry; ++entry) {
    llvm::StringRef variable(*entry);
    if (variable.consume_front("PATH="))
      path = variable.str();
    else if (!variable.starts_with("GIT_") && !variable.starts_with("PWD="))
      variables.push_back(variable.str());
  }
  auto addUnlessSet = [&](llvm::StringRef name, llvm::StringRef value) {
    std::string start = name.str() + "=";
    if (llvm::none_of(variables, [&](llvm::StringRef variable) {
          return variable.starts_with(start);
        }))
      variables.push_back(start + value.str());
  };
  if (llvm::sys::fs::is_directory(ccacheCompilers)) {
    path = ccacheCompilers.str() + ":" + path;
    // Each lane (one of the builds that go on at the same time) builds in a
    // folder of its own. With these environment variables, ccache ignores the
    // path of the folder, so lanes can use each other's object files.
    addUnlessSet("CCACHE_BASEDIR", work.path());
    addUnlessSet("CCACHE_NOHASHDIR", "1");
  }
  variables.push_back("PATH=" + path);
  variables.push_back("PWD=" + work.path());
  variables.push_back("GIT_CEILING_DIRECTORIES=" + folder);
  return variables;
}

/// Returns true if a line in the output of a build seems to say why the build
/// has failed.
static bool namesError(llvm::StringRef line) {
  for (llvm::StringRef word :
       {"error:", "Error:", "undefined reference", "No such file",
        "multiple definition", "cannot find", "not found", "No rule to make"})
    if (line.contains(word))
      return true;
  return false;
}

std::string pinstripe::firstError(llvm::StringRef output) {
  llvm::StringRef last;
  while (!output.empty()) {
    auto [line, rest] = output.split('\n');
    output = rest;
    line = line.trim();
    if (namesError(line))
      return printable(line);
    if (!line.empty())
      last = line;
  }
  return last.empty() ? "it prints nothing" : printable(last);
}

llvm::Expected<BuildResult>
SourceBuilder::runCommand(const std::atomic<bool> &stop) {
  SubprocessSpec spec;
  spec.program = "/bin/sh";
  // Standard output and standard error go to the same file, so that messages
  // stay in order.
  spec.arguments = {"-c", "exec 2>&1\n" + command};
  spec.environment = environment();
  spec.workingDirectory = work.path();
  spec.standardOutput = logFile();
  spec.standardError = folder + "/build.stderr";
  spec.fixedAddresses = false;
  spec.wallLimitSeconds = limitSeconds;
  // The largest size in bytes of a file that the build may write. Archives and
  // object files with debug information can be large.
  spec.fileLimitBytes = uint64_t(16) << 30;
  spec.interrupted = &stop;
  llvm::Expected<SubprocessResult> ended = runToEnd(spec);
  if (!ended)
    return ended.takeError();
  BuildResult result;
  result.seconds = ended->seconds;
  switch (ended->ending) {
  case SubprocessResult::Ending::Exited:
    result.isBuilt = ended->status == 0;
    if (!result.isBuilt)
      result.error = firstError(ended->standardOutput);
    return result;
  case SubprocessResult::Ending::Interrupted:
    isTrusted = false;
    return llvm::make_error<InterruptedError>();
  case SubprocessResult::Ending::TimedOut:
    result.error =
        "the build does not end within its time limit (--build-timeout)";
    break;
  case SubprocessResult::Ending::OutputLimit:
  case SubprocessResult::Ending::FileLimit:
    result.error = "the build writes without end";
    break;
  case SubprocessResult::Ending::Signalled:
  case SubprocessResult::Ending::Stopped:
    result.error = "a signal has ended the build";
    break;
  }
  isTrusted = false;
  return result;
}

llvm::Expected<BuildResult>
SourceBuilder::build(const SourceStore &store, const StateId &state,
                     bool isClean, const std::atomic<bool> &stop) {
  if (isClean || !isTrusted)
    if (llvm::Error error = work.clear())
      return error;
  isTrusted = true;
  if (llvm::Error error = work.show(store, state))
    return error;
  bool isRisky = work.hasOtherFiles();
  if (command.empty())
    return BuildResult{true, "", 0};
  llvm::Expected<BuildResult> result = runCommand(stop);
  if (!result || result->isBuilt || !isRisky)
    return result;
  // Files were added or removed since the last build. Files that the last build
  // has left, such as lists of headers, may be the reason why this build
  // failed. So the build is repeated in an empty folder.
  if (llvm::Error error = work.clear())
    return error;
  if (llvm::Error error = work.show(store, state))
    return error;
  isTrusted = true;
  double seconds = result->seconds;
  result = runCommand(stop);
  if (result)
    result->seconds += seconds;
  return result;
}
