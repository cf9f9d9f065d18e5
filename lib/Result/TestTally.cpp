// Counts the tests of a reduction by their outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/TestTally.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

using CauseKind = UnresolvedCause::Kind;
using LimitKind = LimitReached::Kind;

llvm::StringRef pinstripe::nameOf(const UnresolvedCause &cause) {
  switch (cause.kind) {
  case CauseKind::Crash:
    return "crash";
  case CauseKind::Hang:
    return "hang";
  case CauseKind::Divergence:
    return "divergence";
  case CauseKind::Limit:
    return nameOf(cause.limit);
  case CauseKind::DecidedOtherwise:
    return "decided otherwise";
  case CauseKind::Undecided:
    return "undecided";
  }
  llvm_unreachable("not a cause");
}

UnresolvedCause pinstripe::causeNamed(llvm::StringRef name) {
  for (CauseKind kind : {CauseKind::Crash, CauseKind::Hang,
                         CauseKind::Divergence, CauseKind::DecidedOtherwise})
    if (nameOf({kind}) == name)
      return {kind};
  for (LimitKind limit :
       llvm::enum_seq_inclusive(LimitKind::Events, LimitKind::Processes,
                                llvm::force_iteration_on_noniterable_enum))
    if (nameOf(limit) == name)
      return {CauseKind::Limit, limit};
  return {};
}

void TestTally::add(Outcome outcome, const UnresolvedCause &cause) {
  ++distinct;
  if (outcome != Outcome::Unresolved) {
    ++(outcome == Outcome::Pass ? pass : fail);
    return;
  }
  // One counter for each cause of an UNRESOLVED outcome, in the order of
  // UnresolvedCause::Kind.
  static constexpr uint64_t TestTally::*counts[] = {
      &TestTally::crash,
      &TestTally::hang,
      &TestTally::divergence,
      &TestTally::limit,
      &TestTally::decidedOtherwise,
      &TestTally::undecided};
  ++(this->*counts[static_cast<size_t>(cause.kind)]);
  if (cause.kind != CauseKind::DecidedOtherwise)
    ++unresolved;
  if (cause.kind == CauseKind::Limit)
    ++limits[cause.limit];
}
