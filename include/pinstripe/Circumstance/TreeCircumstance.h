// Makes smaller texts by leaving out branches on a level of a derivation tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Here the tree is a circumstance, which is something that a failure depends
// on. Its elements are the branches on one level.

#ifndef PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Grammar/DerivationTree.h"

namespace pinstripe {

/// Returns the materials (what a run is made of) of a run that reads `text`
/// from the file `path`, or from standard input if `path` is empty.
Materials materialsOf(const std::string &path, std::string text);

/// A circumstance whose elements are the branches on one level of a derivation
/// tree (hierarchical delta debugging: Misherghi and Su, 2006). If a branch is
/// left out, the text still follows the grammar. There are two ways to leave
/// out a branch. If a child has the same symbol as the branch, the child takes
/// its place; in this way lists lose an item. Otherwise, the shortest text of
/// the symbol takes its place, which is empty if the grammar allows that.
///
/// A child with the same symbol as its parent belongs to the level of its
/// parent. So all items of a list are on one level.
class TreeCircumstance : public Circumstance {
public:
  TreeCircumstance(const Grammar &grammar, const DerivationTree &tree,
                   std::string path, uint32_t level);

  /// Returns the number of levels of a tree.
  static uint32_t levelsOf(const DerivationTree &tree);

  size_t elements() const override { return branches.size(); }
  llvm::StringRef elementsName() const override { return "branches"; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  /// Returns the text that remains if all branches that are not in the
  /// configuration are left out.
  std::string textOf(const Configuration &configuration) const;
  /// Returns the tree that remains if all branches that are not in the
  /// configuration are left out.
  DerivationTree treeOf(const Configuration &configuration) const;

private:
  struct Branch {
    NodeIndex node = 0;
    /// If the branch is left out, this child node of it takes its place in the
    /// text; 0 if no child does.
    NodeIndex heir = 0;
    /// If the branch is left out and none of its child nodes takes its place,
    /// this text does: the shortest one that the grammar allows there.
    std::string text;
  };
  /// A range of the text that is cut if a branch is left out.
  struct Cut {
    uint32_t begin, end;
    uint32_t branch;
    /// True if the range is replaced by the text that stands in for the branch;
    /// false if it is only removed.
    bool hasText;
  };
  void addBranch(NodeIndex node, NodeIndex parent);

  const Grammar &grammar;
  const DerivationTree &tree;
  std::string path;
  std::vector<Branch> branches;
  /// The ranges of text that can be cut, sorted by their beginning. Of two
  /// ranges with the same beginning, the longer one comes first.
  std::vector<Cut> cuts;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H
