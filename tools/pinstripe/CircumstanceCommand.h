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
  /// Adds the option `--algorithm`. `usual` names the algorithms that are used
  /// without it, `forTrees` those that only a search with a grammar has.
  void addAlgorithm(std::string &algorithm, llvm::StringRef usual,
                    const std::vector<std::string> &forTrees = {});
  /// Adds the options that limit and divide the search.
  void addSearchOptions();
  void addJSON();

  /// Returns what the user has stated about the program in `words`.
  llvm::Expected<ProgramCaseOptions> programOf(const CommandWords &words,
                                               StatusLine &status) const;
  /// Writes a result as text and as JSON, as far as the user wants them.
  template <typename Summary>
  llvm::Error writeResult(const Summary &summary,
                          void (*writeText)(const Summary &, TextStyle,
                                            llvm::raw_ostream &),
                          void (*writeJSON)(const Summary &,
                                            llvm::raw_ostream &)) const {
    if (json != "-")
      writeText(summary, styleFor(STDOUT_FILENO), results());
    if (json.empty())
      return llvm::Error::success();
    return writeOutputFile(
        json, [&](llvm::raw_ostream &stream) { writeJSON(summary, stream); });
  }

  Deadline deadline() const {
    return maxSeconds ? Deadline::after(*maxSeconds) : Deadline();
  }

  ProgramCaseOptions program;
  std::string json;
  TerminalOptions terminal;
  uint64_t maxTests = 0;
  std::optional<double> maxSeconds;
};

/// The usual algorithms of verbs that can minimise, maximise and isolate.
constexpr llvm::StringLiteral usualAlgorithms =
    "halving; ddmax with --maximise, isolate with --isolate";

std::unique_ptr<Command> createInputCommand(CLI::App &tool);
std::unique_ptr<Command> createOptionsCommand(CLI::App &tool);
std::unique_ptr<Command> createActionsCommand(CLI::App &tool);
std::unique_ptr<Command> createSourceCommand(CLI::App &tool);
std::unique_ptr<Command> createExplainCommand(CLI::App &tool);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
