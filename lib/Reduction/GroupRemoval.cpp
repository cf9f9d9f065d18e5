// Tries to remove whole groups of elements before the reduction algorithm
// begins, so that fewer tests are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GroupRemoval.h"

#include <algorithm>

using namespace pinstripe;

/// A group of elements is tried only if its test is expected to remove at least
/// this many elements. The algorithm Halving, which runs afterwards, removes
/// about two elements per test anyway: for example, some 2,700 of 3,000
/// elements in 1,200 tests.
static constexpr double smallestPromise = 2;
/// The weight of ElementGroup::chance, which is estimated before the reduction.
/// The estimate counts as much as the outcomes of this many tests of groups
/// with the same label.
static constexpr double chanceWeight = 2;

GroupRemoval::GroupRemoval(Configuration start,
                           llvm::ArrayRef<ElementGroup> groups)
    : Reducer(std::move(start)) {
  for (const ElementGroup &group : groups) {
    if (group.isIndivisible)
      // This stage does not try an indivisible group, since the algorithm that
      // follows tries it anyway: it treats such a group as one element.
      continue;
    auto queue = llvm::find_if(queues, [&](const Queue &each) {
      return each.groups.front()->label == group.label;
    });
    if (queue == queues.end())
      queue = queues.insert(queue, Queue());
    queue->groups.push_back(&group);
  }
}

void GroupRemoval::findPromising(Queue &queue) const {
  double share = (queue.removed + chanceWeight * queue.groups.front()->chance) /
                 (queue.tried + chanceWeight);
  for (; queue.position < queue.groups.size(); ++queue.position) {
    size_t left =
        llvm::count_if(queue.groups[queue.position]->elements,
                       [&](Element each) { return best().contains(each); });
    queue.promise = left * share;
    if (queue.promise >= smallestPromise)
      return;
  }
  queue.promise = 0;
}

std::optional<Configuration> GroupRemoval::next() {
  current.reset();
  double most = 0;
  for (size_t i = 0; i < queues.size(); ++i) {
    findPromising(queues[i]);
    if (queues[i].promise <= most)
      continue;
    most = queues[i].promise;
    current = i;
  }
  if (!current)
    return std::nullopt;
  const Queue &queue = queues[*current];
  return best().without(queue.groups[queue.position]->elements);
}

void GroupRemoval::learn(Outcome outcome) {
  Queue &queue = queues[*current];
  ++queue.position;
  ++queue.tried;
  queue.removed += outcome == Outcome::Fail;
}

llvm::StringRef GroupRemoval::phase() const {
  return current ? llvm::StringRef(queues[*current].groups.front()->label)
                 : llvm::StringRef();
}
