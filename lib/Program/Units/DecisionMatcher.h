// Matches the decisions in a statement's source with the decisions in its code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A match counts only if it is the only possible one; DecisionFinder.h explains
// why.

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
  /// A function that takes the index of an instruction. It returns the
  /// decisions that control can reach from there without passing another
  /// decision. The result has sorted indices into the list of all decisions in
  /// the code.
  using Reach = llvm::function_ref<llvm::SmallVector<uint32_t>(uint32_t)>;
  struct Match {
    /// Has an element for each decision in the source: the decision in the code
    /// that corresponds to it, as an index into the list of all decisions in
    /// the code. The element is nullopt if the code makes the decision without
    /// a jump.
    std::vector<std::optional<uint32_t>> places;
    /// Has an element for each decision in the source: true if the jump that
    /// makes the decision in the code is taken when the decision is true.
    std::vector<bool> metWhenTrue;
    /// Says where control goes on after a whole expression of `&&`, `||`, `!`
    /// and `?`. The key is the expression with its value (true or false). The
    /// mapped value is the index of the instruction at which control goes on. A
    /// key is missing as long as this instruction is not known.
    std::map<SourceDecisions::Way, uint32_t> exits;
  };

  /// `source` has the decisions in the source. `found` has the decisions in the
  /// code, in the order of the code. Both must outlive the matcher.
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
  /// Says where control goes after one outcome of a decision (true or false).
  /// `way` is the destination in the source. `begin` is the destination in the
  /// code, as the index of an instruction.
  struct Side {
    SourceDecisions::Way way = 0;
    uint32_t begin = 0;
  };
  bool leadsTo(Match &match, Side side, Side other, uint32_t place) const;
  bool fits(Match &match, uint32_t decision, bool metWhenTrue) const;

  const SourceDecisions &source;
  llvm::ArrayRef<CodeDecision> found;
  Reach reach;
  /// Has an element for each expression of `&&`, `||`, `!` and `?`: true if the
  /// matcher now assumes that the last decision of the expression has no jump.
  /// The matcher tries several such assumptions one after the other.
  std::vector<bool> endsInValue;
  /// True if the matcher now assumes that the code tests the value of the whole
  /// condition a second time.
  bool isTestedAgain = false;
  std::vector<Match> matches;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
