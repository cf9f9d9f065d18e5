//===- PostDominators.cpp - Of the entries of one function ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PostDominators.h"
#include "llvm/ADT/DenseMap.h"

using namespace pinstripe;

namespace {

/// Nodes are numbered as the entries are; the last is the end of the function.
class PostDominators {
public:
  PostDominators(llvm::ArrayRef<uint32_t> entries,
                 llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> edges);

  /// By node; `unknown` stands for the end.
  const std::vector<uint32_t> &find();

  static constexpr uint32_t unknown = ~uint32_t(0);

private:
  void addEdge(uint32_t from, uint32_t to) {
    successors[from].push_back(to);
    predecessors[to].push_back(from);
  }
  void visitFrom(uint32_t node);
  void orderAll();
  uint32_t meet(uint32_t a, uint32_t b) const;
  bool improve(uint32_t node);

  uint32_t end;
  std::vector<llvm::SmallVector<uint32_t, 2>> successors, predecessors;
  std::vector<bool> isVisited;
  std::vector<uint32_t> order;  ///< post-order of the reversed graph
  std::vector<uint32_t> number; ///< place in that order
  std::vector<uint32_t> dominators;
};

PostDominators::PostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> edges)
    : end(static_cast<uint32_t>(entries.size())), successors(end + 1),
      predecessors(end + 1), isVisited(end + 1) {
  llvm::DenseMap<EntryId, uint32_t> nodeOf;
  for (uint32_t node = 0; node < end; ++node)
    nodeOf[EntryId(entries[node])] = node;
  for (uint32_t node = 0; node < end; ++node)
    for (EntryId to : edges[entries[node]]) {
      if (to == UnitGraph::exit)
        addEdge(node, end);
      else if (auto found = nodeOf.find(to); found != nodeOf.end())
        addEdge(node, found->second);
    }
}

/// Depth first, along the edges backward.
void PostDominators::visitFrom(uint32_t node) {
  struct Visit {
    uint32_t node;
    size_t next;
  };
  std::vector<Visit> visits{{node, 0}};
  isVisited[node] = true;
  while (!visits.empty()) {
    Visit &visit = visits.back();
    if (visit.next == predecessors[visit.node].size()) {
      order.push_back(visit.node);
      visits.pop_back();
      continue;
    }
    uint32_t before = predecessors[visit.node][visit.next++];
    if (isVisited[before])
      continue;
    isVisited[before] = true;
    visits.push_back({before, 0});
  }
}

/// Loops without end get an edge to the end from their last entry.
void PostDominators::orderAll() {
  for (;;) {
    order.clear();
    std::fill(isVisited.begin(), isVisited.end(), false);
    visitFrom(end);
    uint32_t node = end;
    while (node != 0 && isVisited[node - 1])
      --node;
    if (node == 0)
      break;
    addEdge(node - 1, end);
  }
  number.resize(end + 1);
  for (uint32_t i = 0; i <= end; ++i)
    number[order[i]] = i;
}

uint32_t PostDominators::meet(uint32_t a, uint32_t b) const {
  while (a != b) {
    while (number[a] < number[b])
      a = dominators[a];
    while (number[b] < number[a])
      b = dominators[b];
  }
  return a;
}

bool PostDominators::improve(uint32_t node) {
  uint32_t best = unknown;
  for (uint32_t next : successors[node])
    if (dominators[next] != unknown)
      best = best == unknown ? next : meet(best, next);
  if (best == dominators[node])
    return false;
  dominators[node] = best;
  return true;
}

const std::vector<uint32_t> &PostDominators::find() {
  orderAll();
  dominators.assign(end + 1, unknown);
  dominators[end] = end;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (uint32_t i = end; i-- > 0;) // the end itself is the last
      isChanged |= improve(order[i]);
  }
  return dominators;
}

} // namespace

void pinstripe::findPostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> edges,
    llvm::MutableArrayRef<EntryId> postDominators) {
  PostDominators finder(entries, edges);
  const std::vector<uint32_t> &found = finder.find();
  for (size_t node = 0; node < entries.size(); ++node)
    postDominators[entries[node]] = found[node] == entries.size()
                                        ? UnitGraph::exit
                                        : EntryId(entries[found[node]]);
}
