// Describes the verbs of the command line: each has options and does some work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_COMMAND_H
#define PINSTRIPE_TOOLS_COMMAND_H

#include "HelpFormatter.h"
#include "pinstripe/Support/ExitStatus.h"
#include "llvm/Support/Error.h"
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

/// The words after `--` on the command line: the program under test and its
/// arguments.
using CommandWords = std::vector<std::string>;

/// A verb of the tool, such as `reduce`. It adds its options to the command
/// line when it is created, and does its work if the user has chosen it.
class Command {
public:
  Command(CLI::App &tool, VerbDescription text);
  virtual ~Command() = default;
  bool isChosen() const { return options->parsed(); }
  virtual llvm::Expected<ExitStatus> run(const CommandWords &words) = 0;

  const VerbDescription &description() const { return text; }
  const CLI::App &definition() const { return *options; }
  /// Sets the command line with which the user has chosen the verb.
  void setTyped(CommandWords words) { typed = std::move(words); }

protected:
  CLI::App *options;
  /// The whole command line as typed, with the name of the tool in front.
  CommandWords typed;

private:
  VerbDescription text;
};

std::unique_ptr<Command> createReduceCommand(CLI::App &tool);
std::unique_ptr<Command> createInputCommand(CLI::App &tool);
std::unique_ptr<Command> createOptionsCommand(CLI::App &tool);
std::unique_ptr<Command> createActionsCommand(CLI::App &tool);
std::unique_ptr<Command> createSourceCommand(CLI::App &tool);
std::unique_ptr<Command> createExplainCommand(CLI::App &tool);
std::unique_ptr<Command> createChangesCommand(CLI::App &tool);
std::unique_ptr<Command> createCallCommand(CLI::App &tool);
std::unique_ptr<Command> createTransitionsCommand(CLI::App &tool);
std::unique_ptr<Command> createCTestCommand(CLI::App &tool);
std::unique_ptr<Command> createRecordCommand(CLI::App &tool);
std::unique_ptr<Command> createVerifyCommand(CLI::App &tool);
std::unique_ptr<Command> createLocateCommand(CLI::App &tool);
std::unique_ptr<Command> createSwitchCommand(CLI::App &tool);
std::unique_ptr<Command> createMutateCommand(CLI::App &tool);
std::unique_ptr<Command> createOmitCommand(CLI::App &tool);
std::unique_ptr<Command> createReplaceCommand(CLI::App &tool);
std::unique_ptr<Command> createReplayCommand(CLI::App &tool);
std::unique_ptr<Command> createSliceCommand(CLI::App &tool);
std::unique_ptr<Command> createCompareCommand(CLI::App &tool);
std::unique_ptr<Command> createShowCommand(CLI::App &tool);
std::unique_ptr<Command> createReportCommand(CLI::App &tool);
std::unique_ptr<Command> createExportCommand(CLI::App &tool);
std::unique_ptr<Command> createUnitsCommand(CLI::App &tool);
std::unique_ptr<Command> createDoctorCommand(CLI::App &tool);

/// Adds all verbs and options to the command line `tool`. Returns the verbs in
/// the order in which the help and the manual list them; `tool` must outlive
/// the verbs.
std::vector<std::unique_ptr<Command>> describeTool(CLI::App &tool);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMMAND_H
