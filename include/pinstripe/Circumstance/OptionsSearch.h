// Searches for arguments, variables and files with which a program still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H

#include "pinstripe/Circumstance/OptionsCircumstance.h"
#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Result/OptionsSummary.h"

namespace pinstripe {

struct OptionsRequest {
  std::string program; ///< The name of the program, as the user has typed it.
  /// A start (arguments, environment and files) with which the program passes.
  /// To isolate a difference, the user gives it. For all other searches, it is
  /// the start without anything that the search may leave out.
  ProgramStart passing;
  /// A start (arguments, environment and files) with which the program fails.
  ProgramStart failing;
  /// The environment with which starts are compared: a start is described by
  /// the variables that it sets or removes relative to this environment. A
  /// search that minimises and may leave out variables has the environment of
  /// `passing` here. All other searches have the user's environment.
  std::map<std::string, std::string> base;
  /// The environment of the user's shell, as a run would get it. Command lines
  /// are shown to the user in the form that works there.
  std::map<std::string, std::string> shell;
  StartSurroundings surroundings;
  SearchForm form = SearchForm::Minimise;
  Algorithm algorithm;
  /// Says what the search may leave out. `scope.grain` is the finest kind of
  /// parts into which arguments are split.
  OptionsScope scope;
  SearchBudget budget = {};
  /// How many times the result is run again to confirm it.
  unsigned repeat = 0;
};

/// Searches for arguments, variables and files with which a program still
/// fails.
///
/// To minimise, the search begins with the environment variables, since a
/// single run often shows that none of them matters. Then it removes options
/// with their values, single arguments, and parts of arguments. Then it removes
/// files that the remaining arguments name. At last, it tries to remove
/// everything that is left one by one, until nothing more can be removed. To
/// maximise or to isolate a difference, it searches variables, arguments and
/// files together, from the coarsest grain to the finest.
///
/// The objects `lanes` and `memory` must outlive this object.
class OptionsSearch {
public:
  OptionsSearch(OptionsRequest request, TestLanes &lanes, OutcomeMemory &memory)
      : request(std::move(request)), lanes(lanes), memory(memory),
        original(this->request.failing) {}

  /// Runs the search. Fills those members of `summary` that describe the
  /// result, even if an Error or `stop` ends the search. May be called only
  /// once.
  ///
  /// Returns a ReproductionError if the failing start does not fail each time,
  /// or if the test of the given passing start is UNRESOLVED. Returns a
  /// NothingToReduceError if the passing start fails, too.
  llvm::Error run(OptionsSummary &summary, ReductionObserver &observer,
                  const std::atomic<bool> &stop);

private:
  llvm::Error search();
  llvm::Error minimise();
  llvm::Error minimiseFiles();
  llvm::Error narrow();
  llvm::Error runGrains(llvm::function_ref<llvm::Error(ArgumentGrain)> run);
  llvm::Error checkEnds();
  llvm::Error runLevel(OptionsScope scope, const Algorithm &algorithm);
  llvm::Error checkResult(const ReductionResult &result) const;
  void take(const OptionsCircumstance &circumstance,
            const ReductionResult &result);
  void note(const OptionsCircumstance &circumstance, const StageResult &result);
  OptionsScope wholeScope() const;
  OptionsScope onlyArguments(ArgumentGrain grain) const;

  llvm::Error findClusters();
  void noteClusters();
  llvm::Expected<bool> isSameApart(const std::string &argument);
  llvm::Expected<Outcome> outcomeOf(const ProgramStart &start);

  llvm::Error conclude();
  llvm::Error repeatResult();
  void noteNeeded();
  llvm::Error describeMinimised(bool isWhole);

  OptionsRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  OptionsSummary *summary = nullptr;
  std::optional<SearchTests> tests; ///< Set by `run`.
  /// The failing start (arguments, environment and files) before the search.
  const ProgramStart original;
  std::set<std::string> clusters;
  /// True if the program passes with the passing start. False if that test was
  /// UNRESOLVED.
  bool hasPassing = false;
  /// True if the search must end after the current level (step).
  bool isOver = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H
