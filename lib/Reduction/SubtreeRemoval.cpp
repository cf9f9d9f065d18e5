// Saves tests: tries to remove whole subtrees of elements, the largest first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SubtreeRemoval.h"
#include "llvm/ADT/bit.h"

using namespace pinstripe;

SubtreeRemoval::SubtreeRemoval(Configuration start, const ElementTree &tree)
    : Reducer(std::move(start)), tree(&tree), before(best().universe() + 1),
      least(llvm::bit_floor(best().count())), position(best().universe()),
      needed(best().universe()) {
  assert(tree.ends.size() == best().universe() && "a tree of other elements");
  count();
}

void SubtreeRemoval::count() {
  for (size_t i = 0; i != best().universe(); ++i)
    before[i + 1] = before[i] + best().contains(Element(i));
}

std::optional<Configuration> SubtreeRemoval::next() {
  for (; least >= std::max<size_t>(tree->smallest, 1);
       least /= 2, position = needed = best().universe())
    while (position != 0) {
      --position;
      bool isWanted = best().contains(Element(position)) &&
                      left(position) >= least && left(position) < 2 * least &&
                      needed >= tree->ends[position];
      // A subtree that holds all remaining elements is not tested. If it were
      // removed, the configuration would be empty. The empty configuration is
      // known not to FAIL.
      if (!isWanted || left(position) == best().count())
        continue;
      Configuration candidate = best();
      for (size_t i = position; i != tree->ends[position]; ++i)
        candidate.erase(Element(i));
      return candidate;
    }
  return std::nullopt;
}

void SubtreeRemoval::learn(Outcome outcome) {
  if (outcome == Outcome::Fail)
    count();
  else
    needed = position;
}
