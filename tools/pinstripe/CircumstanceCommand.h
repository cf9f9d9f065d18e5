// The common part of the verbs that search a circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
#define PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H

#include "CommonOptions.h"
#include "Console.h"
#include "TerminalOptions.h"
#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"

namespace pinstripe {

/// A verb that makes many runs of a program with other circumstances, such as
/// another input. It has the options that say how the program is run, which
/// runs fail, and when the search stops. A verb of this kind adds the options
/// that it needs, and calls `search`.
class CircumstanceCommand : public Command {
protected:
  CircumstanceCommand(CLI::App &tool, VerbDescription text);

  /// Adds the options for predicates. `checkEnvironment` says what the program
  /// of `--check` finds in its environment.
  void addPredicates(const PredicateHelp &help = {},
                     const std::string &checkEnvironment =
                         "the files PINSTRIPE_STDOUT and PINSTRIPE_STDERR and "
                         "the status PINSTRIPE_EXIT");
  /// Adds the options `--reference` and `--expect-stdout`.
  void addRightRuns();
  /// Adds the options `--maximise` and `--isolate`, with their help texts.
  /// `passing` is the word for the argument of `--isolate`.
  void addForms(const std::string &maximise, const std::string &isolate,
                const std::string &passing);
  void addRunOptions();
  /// Adds the option `--algorithm`. `usual` names the algorithms that are used
  /// without it, `forTrees` those that only a search with a grammar has.
  void addAlgorithm(llvm::StringRef usual,
                    const std::vector<std::string> &forTrees = {});
  /// Adds the options that limit and divide the search.
  void addSearchOptions();
  void addJSON() { pinstripe::addJSON(*options, json); }

  /// Returns what the user has stated about the search, for the program in
  /// `words`.
  llvm::Expected<SearchOptions> searchOf(const CommandWords &words,
                                         StatusLine &status) const;

  /// Makes the search that the user has stated, and writes its result as text
  /// and as JSON, as far as the user wants them. `verb` has the options that
  /// only this verb has. `find` makes the search: it is called with `verb`,
  /// completed by all other options, a ReductionObserver, and a flag that
  /// Ctrl-C sets. `Summary` is a SearchSummary.
  template <typename Options, typename Summary>
  llvm::Expected<ExitStatus>
  search(const CommandWords &words, Options verb,
         llvm::Expected<Summary> (*find)(const Options &, ReductionObserver &,
                                         const std::atomic<bool> &),
         void (*writeText)(const Summary &, TextStyle, llvm::raw_ostream &),
         void (*writeJSON)(const Summary &, llvm::raw_ostream &)) const {
    Stopwatch stopwatch;
    if (llvm::Error error = checkOutputFile(json))
      return error;
    StatusLine status(terminal, stopwatch);
    ConsoleProgress progress(status, stopwatch);
    const std::atomic<bool> &interrupted = catchInterrupts();
    SearchOptions &common = verb;
    if (llvm::Error error = searchOf(words, status).moveInto(common))
      return error;
    llvm::Expected<Summary> found = find(verb, progress, interrupted);
    status.clear();
    if (!found)
      return found.takeError();
    found->version = PINSTRIPE_VERSION;
    found->totalSeconds = stopwatch.seconds();
    if (json != "-")
      writeText(*found, styleFor(STDOUT_FILENO), results());
    if (!json.empty())
      if (llvm::Error error =
              writeOutputFile(json, [&](llvm::raw_ostream &stream) {
                writeJSON(*found, stream);
              }))
        return error;
    if (!found->failure.empty())
      return llvm::make_error<EngineError>(found->failure);
    return found->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
  }

  SearchOptions stated;
  std::string json;
  TerminalOptions terminal;

private:
  bool maximise = false;
  std::optional<double> maxSeconds;
};

/// The usual algorithms of verbs that can minimise, maximise and isolate.
constexpr llvm::StringLiteral usualAlgorithms =
    "halving; ddmax with --maximise, isolate with --isolate";

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
