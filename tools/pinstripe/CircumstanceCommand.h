// The common part of the verbs that search a circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
#define PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H

#include "Command.h"
#include "Console.h"
#include "TerminalOptions.h"
#include "pinstripe/Circumstance/ProgramCase.h"

namespace pinstripe {

/// A verb that makes many runs of a program with other circumstances, such as
/// another input. It has the options that say how the program is run, which
/// runs fail, and when the search stops.
class CircumstanceCommand : public Command {
protected:
  CircumstanceCommand(CLI::App &tool, VerbDescription text);

  void addPredicates();
  /// Adds the options `--reference` and `--expect-stdout`.
  void addRightRuns();
  void addRunOptions();
  /// Adds the options that limit and divide the search.
  void addSearchOptions();
  void addJSON();

  /// Returns what the user has stated about the program in `words`.
  llvm::Expected<ProgramCaseOptions> programOf(const CommandWords &words,
                                               StatusLine &status) const;
  Deadline deadline() const {
    return maxSeconds ? Deadline::after(*maxSeconds) : Deadline();
  }

  ProgramCaseOptions program;
  std::string json;
  TerminalOptions terminal;
  uint64_t maxTests = 0;
  std::optional<double> maxSeconds;
};

std::unique_ptr<Command> createInputCommand(CLI::App &tool);
std::unique_ptr<Command> createOptionsCommand(CLI::App &tool);
std::unique_ptr<Command> createActionsCommand(CLI::App &tool);
std::unique_ptr<Command> createSourceCommand(CLI::App &tool);
std::unique_ptr<Command> createExplainCommand(CLI::App &tool);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
