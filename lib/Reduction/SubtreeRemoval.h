//===- SubtreeRemoval.h - Whole subtrees, largest first ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For elements that form a tree: what hangs below a decision goes with it. In
// the spirit of Misherghi and Su, HDD: Hierarchical Delta Debugging (ICSE
// 2006), but by size instead of by level, since levels say little where a loop
// of a thousand rounds is a thousand levels deep.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
#define PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H

#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// Asks for subtrees of which enough is left, where most is left first: sizes
/// go down by powers of two, within one from late to early. One that holds
/// another of about its size that could not go is not asked for, so that n
/// elements make less than 2 n / `smallest` questions if none can go, and a
/// loop, whose tests each hold all that come behind, one for each power of two.
/// Certifies nothing. Questions take time linear in the elements.
class SubtreeRemoval : public Reducer {
public:
  /// `tree` must outlive the reducer and its clones.
  SubtreeRemoval(Configuration start, const ElementTree &tree);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<SubtreeRemoval>(*this);
  }
  llvm::StringRef phase() const override { return "subtrees"; }
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;
  void count();
  size_t left(size_t root) const {
    return before[tree->ends[root]] - before[root];
  }

  const ElementTree *tree;
  std::vector<uint32_t> before; ///< members before each element
  size_t least;                 ///< sizes from here to twice that
  size_t position;              ///< the last one asked for in this pass
  size_t needed;                ///< the earliest that could not go in it
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SUBTREEREMOVAL_H
