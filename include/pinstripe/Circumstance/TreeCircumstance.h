// The circumstance of one level of a derivation tree: its branches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Grammar/DerivationTree.h"

namespace pinstripe {

/// Makes the materials of a run that reads `text` from the file `path`, or from
/// standard input if `path` is empty.
Materials materialsOf(const std::string &path, std::string text);

/// The branches on one level of a derivation tree that can be left out so that
/// the grammar still describes the text (hierarchical delta debugging:
/// Misherghi and Su, 2006). A branch is left out in one of two ways. If a child
/// has the same symbol, this child takes the place of its parent: so lists lose
/// an item. Otherwise, the shortest text of its symbol takes its place, which
/// is the empty one if the grammar allows that.
///
/// A child with the symbol of its parent is on the level of its parent. So all
/// items of a list are on one level.
class TreeCircumstance : public Circumstance {
public:
  TreeCircumstance(const Grammar &grammar, const DerivationTree &tree,
                   std::string path, uint32_t level);

  /// Returns how many levels a tree has.
  static uint32_t levelsOf(const DerivationTree &tree);

  size_t elements() const override { return branches.size(); }
  llvm::StringRef elementsName() const override { return "branches"; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  /// Returns the text without the branches that are not in a configuration.
  std::string textOf(const Configuration &configuration) const;
  /// Returns the tree without these branches.
  DerivationTree treeOf(const Configuration &configuration) const;

private:
  struct Branch {
    NodeIndex node = 0;
    NodeIndex heir = 0; ///< The child that takes its place; 0 for none.
    std::string text;   ///< What takes its place if there is no heir.
  };
  /// A piece of the text that goes with a branch.
  struct Cut {
    uint32_t begin, end;
    uint32_t branch;
    bool hasText; ///< True if the text of the branch takes the place.
  };
  void addBranch(NodeIndex node, NodeIndex parent);

  const Grammar &grammar;
  const DerivationTree &tree;
  std::string path;
  std::vector<Branch> branches;
  std::vector<Cut> cuts; ///< By their place; outer ones first.
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TREECIRCUMSTANCE_H
