// The verb `replay`: steps through a partial execution in LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseOptions.h"
#include "Choices.h"
#include "Console.h"
#include "Debugger.h"
#include "pinstripe/Case/StoredCase.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <unistd.h>

using namespace pinstripe;

namespace {

class ReplayCommand : public Command {
public:
  explicit ReplayCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Error checkCase() const;
  std::string startCommand() const;

  RecordOptions place;
  std::string debugger;
};

} // namespace

static VerbDescription describeReplay() {
  return {"replay",
          "Steps through the kept events of a result in the debugger LLDB",
          {"[OPTIONS] [CASEDIR] [-- OPTIONS OF LLDB]"},
          {"pinstripe replay -- --batch -o 'pinstripe why'"}};
}

ReplayCommand::ReplayCommand(CLI::App &tool) : Command(tool, describeReplay()) {
  options
      ->add_option("-o,CASEDIR", place.caseDirectory,
                   "Case directory [.pinstripe]")
      ->option_text("DIR")
      ->group(group::output);
  options
      ->add_option("--lldb", debugger,
                   "The debugger that is started: the name or path of an LLDB "
                   "of version " +
                       debuggerVersion() + " [lldb-" + debuggerVersion() +
                       ", else lldb, in PATH]")
      ->option_text("PROGRAM")
      ->group(group::run);
  addSourceMap(*options, place.sourceMap);
  addConfinement(*options, place.containment);
}

/// Returns an error if the case or its result can't be read. The plugin would
/// report the same error, but only after the debugger has started.
llvm::Error ReplayCommand::checkCase() const {
  // Warnings about the case are not printed, since the plugin prints them.
  llvm::Expected<StoredCase> stored = readStoredCase(place);
  if (!stored)
    return stored.takeError();
  const RecordedCase &recorded = *stored->recorded;
  return readResult(recorded.directory, recorded.table, recorded.trace)
      .takeError();
}

/// Returns the command of the plugin that starts the partial execution.
std::string ReplayCommand::startCommand() const {
  std::string command = "pinstripe replay";
  if (place.containment.unconfined)
    command += " --unconfined";
  for (const std::string &path : place.containment.writablePaths)
    command += " --rw " + quoteForLLDB(path);
  for (const std::string &mapping : place.sourceMap)
    command += " --source-map " + quoteForLLDB(mapping);
  return command + " " + quoteForLLDB(place.caseDirectory);
}

llvm::Expected<ExitStatus> ReplayCommand::run(const CommandWords &words) {
  if (llvm::Error error = checkCase())
    return error;
  llvm::Expected<std::string> plugin = findPlugin();
  if (!plugin)
    return plugin.takeError();
  llvm::Expected<std::string> program = findDebugger(debugger);
  if (!program)
    return program.takeError();
  CommandWords command = {*program, "--one-line-before-file",
                          "plugin load " + quoteForLLDB(*plugin),
                          "--one-line-before-file", startCommand()};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char *> pointers;
  for (std::string &word : command)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  results().flush();
  messages().flush();
  // execv() puts the debugger in the place of this process. So the debugger can
  // use the terminal.
  std::signal(SIGPIPE, SIG_DFL);
  ::execv(program->c_str(), pointers.data());
  return llvm::make_error<UsageError>("can't start " + *program + ": " +
                                      llvm::sys::StrError());
}

std::unique_ptr<Command> pinstripe::createReplayCommand(CLI::App &tool) {
  return std::make_unique<ReplayCommand>(tool);
}
