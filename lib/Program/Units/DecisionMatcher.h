// Matches the decisions of a statement's source with those of its code.
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
  /// A function that returns which decisions control can reach from an
  /// instruction without passing another decision. They are returned as sorted
  /// indices into the list of all decisions in the code.
  using Reach = llvm::function_ref<llvm::SmallVector<uint32_t>(uint32_t)>;
  struct Match {
    /// For each decision in the source, the decision in the code that
    /// corresponds to it, as an index into the list of all decisions in the
    /// code; nullopt if the code makes the decision without a jump.
    std::vector<std::optional<uint32_t>> places;
    /// For each decision in the source, true if its jump is taken when the
    /// decision is true.
    std::vector<bool> metWhenTrue;
    /// For each tree (an expression of `&&`, `||`, `!` and `?`) and each of its
    /// values, true and false, the index of the instruction at which control
    /// goes on. Instructions that are not known yet are missing.
    std::map<SourceDecisions::Way, uint32_t> exits;
  };

  /// `source` has the decisions in the source, and `found` has those in the
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
  /// One outcome (true or false) of a decision, with the place where control
  /// then goes: `way` according to the source, `begin` according to the code.
  struct Side {
    SourceDecisions::Way way = 0;
    uint32_t begin = 0;
  };
  bool leadsTo(Match &match, Side side, Side other, uint32_t place) const;
  bool fits(Match &match, uint32_t decision, bool metWhenTrue) const;

  const SourceDecisions &source;
  llvm::ArrayRef<CodeDecision> found;
  Reach reach;
  /// The assumption that is tried at present. For each expression (of `&&`,
  /// `||`, `!` and `?`): if true, the last decision of the expression has no
  /// jump.
  std::vector<bool> endsInValue;
  /// One of the assumptions that are tried: if true, the code tests the value
  /// of the whole condition a second time.
  bool isTestedAgain = false;
  std::vector<Match> matches;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONMATCHER_H
