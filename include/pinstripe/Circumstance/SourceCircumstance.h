// Makes smaller versions of a program text by making some edits of a list.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Here the text is a circumstance, which is something that a failure depends
// on. Its elements are the edits that are not made.

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCECIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCECIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Program/SourceEdits.h"

namespace pinstripe {

/// A program text, and edits that make it smaller. An element of a
/// configuration is an edit that is *not* made. So the full configuration is
/// the unchanged text, and smaller configurations make smaller texts.
class SourceCircumstance : public Circumstance {
public:
  /// The objects `texts` and `list` must outlive this object.
  SourceCircumstance(const std::vector<SourceText> &texts, const EditList &list,
                     EditKind kind);

  size_t elements() const override { return list.edits.size(); }
  llvm::StringRef elementsName() const override;
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  std::vector<ElementGroup> groups() const override;
  /// Returns the tree of declarations and their parts; null if the edits remove
  /// unused declarations. Nearly all unused declarations can be removed. So a
  /// search that tries halves of their list is faster than one that follows the
  /// tree.
  const ElementTree *tree() const override {
    return kind == EditKind::Unused ? nullptr : &theTree;
  }

  /// Returns the content of the file with index `file`.
  std::string textOf(uint32_t file, const Configuration &configuration) const;

private:
  std::vector<const SourceEdit *>
  made(const Configuration &configuration) const;

  const std::vector<SourceText> &texts;
  const EditList &list;
  EditKind kind;
  ElementTree theTree;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SOURCECIRCUMSTANCE_H
