// Searches the start of a program: its arguments, variables and named files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Circumstance/OptionsCircumstance.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/OptionsSummary.h"
#include "pinstripe/Support/Deadline.h"

namespace pinstripe {

struct OptionsRequest {
  std::string program; ///< The program's name, as the user has typed it.
  /// A start that passes. To minimise and to maximise, it has no arguments, and
  /// the minimal environment.
  ProgramStart passing;
  ProgramStart failing; ///< A start that fails.
  /// The environment whose variables command lines need not set: the passing
  /// one to minimise, otherwise that of the user.
  std::map<std::string, std::string> base;
  StartSurroundings surroundings;
  SearchForm form = SearchForm::Minimise;
  Algorithm algorithm;
  /// What may be changed. Its grain is the finest one.
  OptionsScope scope;
  /// The number of runs after which the search ends; 0 for no limit.
  uint64_t maxTests = 0;
  Deadline deadline = {};
  /// How often the result is run again.
  unsigned repeat = 0;
};

/// A search of the start of a program. To minimise, the variables come first,
/// since often none matters, which needs a single run. Then come options with
/// their values, single arguments, and parts of arguments; then files that the
/// remaining arguments name. At last, everything that is left is removed one by
/// one until nothing more can be removed. The other forms search all of this at
/// once, at each grain.
///
/// Lanes and memory must outlive this object.
class OptionsSearch {
public:
  OptionsSearch(OptionsRequest request, TestLanes &lanes, OutcomeMemory &memory)
      : request(std::move(request)), lanes(lanes), memory(memory),
        original(this->request.failing) {}

  /// Runs the search, and fills those members of `summary` that say what was
  /// found; also if an Error ends the search, or `stop` does. Must be called
  /// once.
  ///
  /// Returns a ReproductionError if the failing start does not fail each time,
  /// or the given passing one is UNRESOLVED, and a NothingToReduceError if the
  /// passing one fails, too.
  llvm::Error run(OptionsSummary &summary, ReductionObserver &observer,
                  const std::atomic<bool> &stop);

private:
  /// Who is told about a search, and what ends it.
  struct Watcher {
    ReductionObserver &observer;
    const std::atomic<bool> &stop;
  };

  llvm::Error search(Watcher watcher);
  llvm::Error minimise(Watcher watcher);
  llvm::Error minimiseFiles(Watcher watcher);
  llvm::Error narrow(Watcher watcher);
  llvm::Error runGrains(llvm::function_ref<llvm::Error(ArgumentGrain)> run);
  llvm::Error checkEnds();
  llvm::Error runLevel(OptionsScope scope, const Algorithm &algorithm,
                       Watcher watcher);
  llvm::Error checkResult(const ReductionResult &result) const;
  void take(const OptionsCircumstance &circumstance,
            const ReductionResult &result);
  void note(const OptionsCircumstance &circumstance,
            const ReductionResult &result, const CircumstanceCounts &counts);
  OptionsScope wholeScope() const;
  OptionsScope onlyArguments(ArgumentGrain grain) const;

  llvm::Error findClusters();
  void noteClusters();
  llvm::Expected<bool> isSameApart(const std::string &argument);
  llvm::Expected<Outcome> outcomeOf(const ProgramStart &start);
  PlannedTest planned(const ProgramStart &start) const;
  bool isExhausted(uint64_t runs);

  llvm::Error conclude();
  llvm::Error repeatResult();
  void noteNeeded();
  TestedStart described(const ProgramStart &start) const;
  llvm::Error describeFailing();

  OptionsRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  OptionsSummary *summary = nullptr;
  const ProgramStart original; ///< The failing start, as it was.
  std::set<std::string> clusters;
  bool hasPassing = false; ///< True if a run passed.
  bool isOver = false;     ///< True if no further level is to begin.
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSSEARCH_H
