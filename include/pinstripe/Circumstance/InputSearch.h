// Reduces the inputs of a failing program, from lines down to characters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_INPUTSEARCH_H
#define PINSTRIPE_CIRCUMSTANCE_INPUTSEARCH_H

#include "pinstripe/Circumstance/InputCircumstance.h"
#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Circumstance/TreeSearch.h"
#include "pinstripe/Result/InputSummary.h"
#include <functional>

namespace pinstripe {

struct InputRequest {
  /// The inputs to be reduced. They have passing contents only if the search is
  /// to isolate a difference.
  std::vector<InputPair> inputs;
  SearchForm form = SearchForm::Minimise;
  Algorithm algorithm;
  /// The kinds of parts into which the inputs are split, one after the other.
  std::vector<PartKind> levels;
  /// A function that is called before the search of each level (a kind of
  /// parts), with the circumstance of that level. It can name the parts and
  /// group them (see InputCircumstance::describeParts). May be null.
  std::function<void(InputCircumstance &)> prepare = nullptr;
  /// The derivation tree of the only input, if a grammar is used to minimise
  /// it. The search then removes parts of this tree, not lines or tokens. The
  /// search sets the members `path`, `algorithm` and the limits of `tree` from
  /// this request.
  std::optional<TreeRequest> tree = {};
  /// True if all levels (kinds of parts) are repeated until none changes
  /// anything.
  bool fixpoint = false;
  SearchBudget budget = {};
};

/// Returns the kinds of parts that are tried by default: lines, tokens and
/// characters, or blocks and bytes if all inputs are binary.
std::vector<PartKind> usualLevels(llvm::ArrayRef<InputPair> inputs);

/// Reduces the inputs of a program, level by level. A level is a kind of parts,
/// such as lines. It splits what the level before has left into finer parts.
/// The objects `lanes` and `memory` must outlive this object.
class InputSearch {
public:
  InputSearch(InputRequest request, TestLanes &lanes, OutcomeMemory &memory)
      : request(std::move(request)), lanes(lanes), memory(memory) {}

  /// Runs the search. Fills those members of `summary` that describe the
  /// result, even if an Error or `stop` ends the search. Returns a
  /// ReproductionError if the failing contents do not fail, or if the passing
  /// ones do not pass. May be called only once.
  llvm::Error run(InputSummary &summary, ReductionObserver &observer,
                  const std::atomic<bool> &stop);

private:
  llvm::Error runLevels();
  llvm::Error runLevel(PartKind kind);
  llvm::Error runTree();
  bool isSameAsBefore(const InputCircumstance &circumstance) const;
  llvm::Error checkBounds(const ReductionResult &result) const;
  void take(const InputCircumstance &circumstance,
            const ReductionResult &result);
  void note(const InputCircumstance &circumstance, const StageResult &result);
  void finish();
  size_t bytes() const;

  InputRequest request;
  TestLanes &lanes;
  OutcomeMemory &memory;
  InputSummary *summary = nullptr;
  std::optional<SearchTests> tests; ///< Set by `run`.
  /// True if the search must end after the current level (kind of parts).
  bool isOver = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_INPUTSEARCH_H
