// Matches the decisions of a statement's source with those of its code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DecisionFinder.h explains why a match must be the only possible one.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H

#include "Units/DecisionFinder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// Assigns each decision of a statement's source to a decision in its code, if
/// there is exactly one way to do so.
class DecisionMatcher {
public:
  /// A function that returns which decisions control can reach first from an
  /// instruction, as sorted indices in `found`.
  using Reach = llvm::function_ref<llvm::SmallVector<uint32_t>(uint32_t)>;
  struct Match {
    /// For each decision in the source, the index in `found` of the decision in
    /// the code that makes it; nullopt if it is made without a jump.
    std::vector<std::optional<uint32_t>> places;
    /// For each decision in the source, true if its jump is taken when the
    /// decision is true.
    std::vector<bool> metWhenTrue;
    /// The instructions at which control goes on after a tree was true or
    /// false, as far as they are known.
    std::map<SourceDecisions::Way, uint32_t> exits;
  };

  /// The arguments must outlive the matcher. `found` has the decisions in the
  /// order of their code.
  DecisionMatcher(const SourceDecisions &source,
                  llvm::ArrayRef<CodeDecision> found, Reach reach)
      : source(source), found(found), reach(reach) {}

  std::optional<Match> run();

private:
  void tryTrees(uint32_t tree);
  bool isThere(const SourceDecisions::Decision &decision) const;
  bool place(Match &match) const;
  std::optional<Match> check() const;
  bool checkLabels(Match &match, uint32_t decision) const;
  bool checkExits(Match &match, uint32_t decision) const;
  bool checkTrees(const Match &match) const;
  bool checkSecondTest(const Match &match, uint32_t decision) const;
  /// One side (true or false) of a decision: `way` says where control goes
  /// according to the source, and `begin` says where it goes according to the
  /// code.
  struct Side {
    SourceDecisions::Way way = 0;
    uint32_t begin = 0;
  };
  bool leadsTo(Match &match, Side side, Side other, uint32_t place) const;
  bool fits(Match &match, uint32_t decision, bool metWhenTrue) const;

  const SourceDecisions &source;
  llvm::ArrayRef<CodeDecision> found;
  Reach reach;
  /// For each tree (an expression of `&&`, `||`, `!` and `?`), an assumption:
  /// true if the last decision of the tree has no jump.
  std::vector<bool> endsInValue;
  /// An assumption: true if the value of the whole condition is tested a second
  /// time.
  bool isTestedAgain = false;
  std::vector<Match> matches;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
