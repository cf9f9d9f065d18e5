// The common part of the verbs that reduce a circumstance of a failure, such as
// an input or a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
#define PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H

#include "CommonOptions.h"
#include "Console.h"
#include "PageFile.h"
#include "TerminalOptions.h"
#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/SearchPage.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"

namespace pinstripe {

/// A verb that runs a program many times under other circumstances, such as
/// with another input. The class adds the options that say how the program is
/// run, which runs fail, and when the search stops. The verb adds the options
/// that only it needs, and calls `search`.
class CircumstanceCommand : public Command {
protected:
  CircumstanceCommand(CLI::App &tool, VerbDescription text);

  /// Adds the options for predicates. `checkEnvironment` is a part of the help
  /// text. It says which environment variables the program of `--check` gets.
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
  /// without this option. `forTrees` names those that only a search with a
  /// grammar can use.
  void addAlgorithm(llvm::StringRef usual,
                    const std::vector<std::string> &forTrees = {});
  /// Adds the options that limit the search, and those that say how many runs
  /// are made at once.
  void addSearchOptions();
  /// Adds the options `--json` and `--report`.
  void addResultFiles();

  /// Returns the options of the search that the user has given. `words` has the
  /// program and its arguments.
  llvm::Expected<SearchOptions> searchOf(const CommandWords &words,
                                         StatusLine &status) const;

  /// Makes the search for which the user has asked, and writes its result as
  /// text, as JSON, or both. `verb` has the options that only this verb has;
  /// this function adds the common ones. `find` makes the search: it is called
  /// with the options, a ReductionObserver, and a flag that Ctrl-C sets.
  /// `Summary` must be a SearchSummary.
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
    if (llvm::Error error = checkPageFile(page))
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
    if (llvm::Error error =
            writeSearchPageFile(shownSearch(*found), typed, page))
      return error;
    if (!found->failure.empty())
      return llvm::make_error<EngineError>(found->failure);
    return found->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
  }

  SearchOptions stated;
  std::string json;
  /// The path of the HTML page that `--report` writes; empty if the user wants
  /// no page.
  std::string page;
  TerminalOptions terminal;

private:
  bool maximise = false;
  std::optional<double> maxSeconds;
};

/// The default algorithms of verbs that can minimise, maximise and isolate, as
/// text for the help.
constexpr llvm::StringLiteral usualAlgorithms =
    "halving; ddmax with --maximise, isolate with --isolate";

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CIRCUMSTANCECOMMAND_H
