//===- Speculation.h - What a reducer may ask next --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_SPECULATION_H
#define PINSTRIPE_REDUCTION_SPECULATION_H

#include "pinstripe/Reduction/Reducer.h"
#include <functional>
#include <vector>

namespace pinstripe {

/// Runs ahead of a reducer, on copies of it: a tree with the candidate in
/// question at the root, and below each candidate the one that follows when it
/// FAILs and the one that follows when it does not. How likely a FAIL is comes
/// from the latest outcomes; the most likely candidates of the tree are worth
/// testing already.
///
/// The reducer itself never depends on this: a wrong guess costs time only.
class Speculation {
public:
  /// Tells the outcomes that take no test.
  using Lookup =
      std::function<std::optional<Outcome>(const Configuration &candidate)>;
  explicit Speculation(Lookup known) : known(std::move(known)) {}

  /// What `reducer` asks, and up to `count` - 1 others that it may ask next,
  /// all different and none of them known, most likely first. The outcome of
  /// the first goes to `learn`.
  std::vector<Configuration> ahead(Reducer &reducer, size_t count);
  /// How that test came out. Outcomes that took no test are not told.
  void learn(Outcome outcome);

private:
  struct Node {
    std::unique_ptr<Reducer> reducer; ///< has asked for `candidate`
    Configuration candidate;
    ConfigurationDigest digest; ///< of the candidate
    /// What follows, once it is worked out; null: nothing to be tested.
    std::optional<std::unique_ptr<Node>> afterFail, afterOther;
  };
  std::unique_ptr<Node> nodeOf(std::unique_ptr<Reducer> reducer) const;
  Node *child(Node &node, bool fails) const;
  /// A place in the tree that may be worth a look.
  struct Prospect;
  void lookBelow(Node &node, double likelihood,
                 std::vector<Prospect> &prospects) const;

  Lookup known;
  std::unique_ptr<Node> root;
  double failShare = 0.3; ///< of the latest tests
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SPECULATION_H
