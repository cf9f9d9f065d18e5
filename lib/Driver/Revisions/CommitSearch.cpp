// Looks for the commit with which a failure begins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CommitSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

std::optional<size_t> CommitSearch::ask() const {
  size_t length = 0, begin = 0;
  for (size_t i = step.passing + 1; i < step.failing;) {
    size_t end = i;
    while (end < step.failing && !outcomes[end])
      ++end;
    if (end - i > length) {
      length = end - i;
      begin = i;
    }
    i = end + 1;
  }
  if (length == 0)
    return std::nullopt;
  return begin + length / 2;
}

void CommitSearch::tell(size_t state, Outcome outcome) {
  outcomes[state] = outcome;
  if (outcome == Outcome::Pass)
    step.passing = state;
  else if (outcome == Outcome::Fail)
    step.failing = state;
}

std::vector<size_t> CommitSearch::next() const {
  std::vector<size_t> following;
  std::optional<size_t> asked = ask();
  if (!asked)
    return following;
  for (Outcome outcome : {Outcome::Pass, Outcome::Fail, Outcome::Unresolved}) {
    CommitSearch copy = *this;
    copy.tell(*asked, outcome);
    std::optional<size_t> after = copy.ask();
    if (after && !llvm::is_contained(following, *after))
      following.push_back(*after);
  }
  return following;
}
