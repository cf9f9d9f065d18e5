// The predicate --check: a program that the user gives judges the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Predicate/CheckFiles.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/ShellWords.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstring>
#include <unistd.h>

using namespace pinstripe;
using CheckEnding = SubprocessResult::Ending;

static constexpr int cannotSay = 125;
static constexpr int maxVerdict = 127;

static std::string describeCheck(const std::string &commandLine) {
  return "--check " + quoteForShell(llvm::StringRef(commandLine));
}

static llvm::Error usageError(const std::string &commandLine,
                              const llvm::Twine &problem) {
  return llvm::make_error<UsageError>(describeCheck(commandLine) + ": " +
                                      problem);
}

namespace {

class Check : public Predicate {
public:
  Check(const std::string &commandLine, std::string program,
        std::vector<std::string> arguments, const CheckSettings &settings)
      : commandLine(commandLine), program(std::move(program)),
        arguments(std::move(arguments)), settings(settings) {}
  std::string description() const override {
    return describeCheck(commandLine);
  }
  llvm::Expected<Outcome> test(const RunResult &result) override;
  /// Lets the check program judge the recorded run. Returns a UsageError if the
  /// program does not accept this run.
  llvm::Error confirm(const RunResult &recorded);

private:
  llvm::Error writeObservation(const RunResult &result) const;
  llvm::Expected<SubprocessResult> run(const RunResult &result) const;
  std::vector<std::string> environmentFor(const RunResult &result) const;
  std::string file(llvm::StringRef name) const {
    return settings.folder + "/" + name.str();
  }

  std::string commandLine;
  std::string program;
  std::vector<std::string> arguments;
  CheckSettings settings;
};

} // namespace

/// Returns the value of the variable PINSTRIPE_EXIT. It tells a check program
/// how the run ended: an exit status such as "3", or "signal 11". A check
/// program judges only a run that exited or crashed, so no other ending needs a
/// text.
static std::string exitText(const Ending &ending) {
  if (const auto *crashed = std::get_if<Crashed>(&ending))
    return "signal " + std::to_string(crashed->signal);
  if (const auto *exited = std::get_if<Exited>(&ending))
    return std::to_string(exited->status);
  return "none";
}

std::vector<std::string> Check::environmentFor(const RunResult &result) const {
  std::vector<std::string> environment;
  for (char **variable = ::environ; *variable; ++variable)
    if (!llvm::StringRef(*variable).starts_with("PINSTRIPE_"))
      environment.push_back(*variable);
  environment.push_back("PINSTRIPE_STDOUT=" + file("stdout"));
  environment.push_back("PINSTRIPE_STDERR=" + file("stderr"));
  environment.push_back("PINSTRIPE_FILES=" + file("files"));
  environment.push_back("PINSTRIPE_EXIT=" + exitText(result.ending));
  return environment;
}

static llvm::Error createFolder(const std::string &path) {
  if (std::error_code code = llvm::sys::fs::create_directories(path))
    return llvm::make_error<FileError>(path +
                                       ": can't create: " + code.message());
  return llvm::Error::success();
}

static llvm::Error writeFile(const std::string &path,
                             const std::string &content) {
  std::string folder = llvm::sys::path::parent_path(path).str();
  if (llvm::Error error = createFolder(folder))
    return error;
  return writeFileAtomically(path, content, Durability::ProcessKill);
}

llvm::Error Check::writeObservation(const RunResult &result) const {
  // The folder for the check program may have files that an earlier run of this
  // program has left. So the folder is removed and made again.
  if (llvm::Error error = removeTree(settings.folder))
    return error;
  if (llvm::Error error = createFolder(file("files")))
    return error;
  if (llvm::Error error = writeFile(file("stdout"), result.standardOutput))
    return error;
  if (llvm::Error error = writeFile(file("stderr"), result.standardError))
    return error;
  for (const auto &[path, content] : result.files) {
    if (!content || !staysInWorkingDirectory(path))
      continue;
    if (llvm::Error error = writeFile(file("files/" + path), *content))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<SubprocessResult> Check::run(const RunResult &result) const {
  if (llvm::Error error = writeObservation(result))
    return error;
  SubprocessSpec spec;
  spec.program = program;
  spec.arguments = arguments;
  spec.environment = environmentFor(result);
  spec.standardOutput = file("check.stdout");
  spec.standardError = file("check.stderr");
  spec.wallLimitSeconds = settings.wallLimitSeconds;
  spec.interrupted = settings.interrupted;
  llvm::Expected<SubprocessResult> ended = runToEnd(spec);
  if (ended)
    return ended;
  // The advice in this error is meant for the program under test. So another
  // error replaces it, with advice about check programs.
  return llvm::handleErrors(ended.takeError(), [&](const TargetError &) {
    return usageError(commandLine,
                      "can't start " + program +
                          "; a script must begin with a line such as "
                          "#!/bin/sh, and what it names must exist");
  });
}

static std::string howItEnded(const SubprocessResult &ended) {
  if (ended.ending == CheckEnding::Signalled) {
    const char *name = ::sigabbrev_np(ended.signal);
    return "killed by signal " + std::to_string(ended.signal) +
           (name ? " (SIG" + std::string(name) + ")" : "");
  }
  return "exit status " + std::to_string(ended.status);
}

/// Returns what a check program has printed, as a text to append to an error
/// message.
static std::string outputOf(const SubprocessResult &ended) {
  std::string excerpt =
      excerptOf(ended.standardOutput) + excerptOf(ended.standardError);
  return excerpt.empty() ? "" : "; it wrote:" + excerpt;
}

llvm::Expected<Outcome> Check::test(const RunResult &result) {
  llvm::Expected<SubprocessResult> ended = run(result);
  if (!ended)
    return ended.takeError();
  bool exited = ended->ending == CheckEnding::Exited;
  if ((exited && ended->status > maxVerdict) ||
      ended->ending == CheckEnding::Signalled)
    return usageError(
        commandLine,
        howItEnded(*ended) +
            "; a check program must exit with 0 (reproduced), 125 (can't "
            "say), or another status up to 127 (not reproduced)" +
            outputOf(*ended));
  if (!exited || ended->status == cannotSay)
    return Outcome::Unresolved;
  return ended->status == 0 ? Outcome::Fail : Outcome::Pass;
}

llvm::Error Check::confirm(const RunResult &recorded) {
  llvm::Expected<SubprocessResult> ended = run(recorded);
  if (!ended)
    return ended.takeError();
  std::string problem = "does not hold for the recorded run: ";
  switch (ended->ending) {
  case CheckEnding::TimedOut:
  case CheckEnding::Stopped:
    problem += llvm::formatv("no end within {0} s", settings.wallLimitSeconds);
    break;
  case CheckEnding::OutputLimit:
    problem += "too much output";
    break;
  case CheckEnding::FileLimit:
    problem += "too large a file";
    break;
  case CheckEnding::Interrupted:
    // If the check program was interrupted, its answer does not count. This is
    // not an error: the caller sees the flag `interrupted`, too, and starts no
    // tests.
    return llvm::Error::success();
  case CheckEnding::Exited:
    if (ended->status == 0)
      return llvm::Error::success();
    [[fallthrough]];
  case CheckEnding::Signalled:
    problem += howItEnded(*ended) + "; it must exit with 0 there";
    break;
  }
  return usageError(commandLine, problem + outputOf(*ended));
}

/// Splits a command line into words at white space outside of quotes, without a
/// shell's expansions. If the whole text is the path of an executable file, the
/// result is this one word.
static llvm::Expected<std::vector<std::string>>
wordsOf(const std::string &commandLine) {
  if (llvm::sys::fs::can_execute(commandLine))
    return std::vector<std::string>{commandLine};
  llvm::Expected<std::vector<ShellWord>> split = splitShellWords(commandLine);
  if (!split)
    return usageError(commandLine, llvm::toString(split.takeError()));
  std::vector<std::string> words;
  for (ShellWord &word : *split)
    words.push_back(std::move(word.text));
  return words;
}

/// Returns the absolute path of the program `word`, which is the first word of
/// the command line.
static llvm::Expected<std::string> findProgram(const std::string &commandLine,
                                               const std::string &word) {
  llvm::SmallString<128> path(word);
  if (!llvm::StringRef(word).contains('/') &&
      !llvm::sys::fs::can_execute(word)) {
    llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(word);
    if (!found)
      return usageError(commandLine, "no program '" + word +
                                         "' in PATH; for one in this "
                                         "directory write ./" +
                                         word);
    path = *found;
  }
  llvm::sys::fs::make_absolute(path);
  if (!llvm::sys::fs::exists(path))
    return usageError(commandLine,
                      "no such file: " + word + "; check the path");
  if (!llvm::sys::fs::can_execute(path))
    return usageError(commandLine, "can't execute " + word +
                                       "; make it executable (chmod +x)");
  return path.str().str();
}

std::vector<std::string>
pinstripe::filesOfCheck(const std::string &commandLine) {
  std::vector<std::string> files;
  // If the command line is not valid, the error is not reported here. It is
  // reported when the predicate for this check is made.
  llvm::Expected<std::vector<std::string>> words = wordsOf(commandLine);
  if (!words) {
    llvm::consumeError(words.takeError());
    return files;
  }
  for (const std::string &word : *words) {
    llvm::SmallString<128> path(word);
    if (files.empty()) {
      llvm::Expected<std::string> program = findProgram(commandLine, word);
      if (program)
        path = *program;
      else
        llvm::consumeError(program.takeError());
    }
    llvm::sys::fs::make_absolute(path);
    if (llvm::sys::fs::is_regular_file(path))
      files.push_back(path.str().str());
  }
  return files;
}

/// Returns the words of the command line. The first word is replaced by the
/// absolute path of the program that it names.
static llvm::Expected<std::vector<std::string>>
commandFrom(const std::string &commandLine) {
  llvm::Expected<std::vector<std::string>> words = wordsOf(commandLine);
  if (!words)
    return words;
  if (words->empty())
    return usageError(commandLine, "no program named; give its path, or a "
                                   "command line in one argument");
  if (llvm::Error error =
          findProgram(commandLine, words->front()).moveInto(words->front()))
    return error;
  return words;
}

llvm::Error pinstripe::checkCommand(const std::string &commandLine) {
  return commandFrom(commandLine).takeError();
}

NewPredicate pinstripe::createCheck(const std::string &commandLine,
                                    const RunResult &recorded,
                                    const CheckSettings &settings) {
  llvm::Expected<std::vector<std::string>> command = commandFrom(commandLine);
  if (!command)
    return command.takeError();
  std::vector<std::string> &words = *command;
  std::string program = std::move(words.front());
  words.erase(words.begin());

  CheckSettings absolute = settings;
  llvm::SmallString<128> folder(settings.folder);
  // The check program may change its working directory. So it gets absolute
  // paths of its files.
  llvm::sys::fs::make_absolute(folder);
  absolute.folder = folder.str().str();
  auto check = std::make_unique<Check>(commandLine, std::move(program),
                                       std::move(words), absolute);
  if (llvm::Error error = check->confirm(recorded))
    return error;
  return check;
}
