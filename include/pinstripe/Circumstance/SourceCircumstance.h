// The circumstance of a program text: the edits that are not made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCECIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCECIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Program/SourceEdits.h"

namespace pinstripe {

/// Edits of a program text. An element of a configuration is an edit that is
/// *not* made: the full configuration is the text as it is, and the smaller a
/// configuration is, the more edits are made.
class SourceCircumstance : public Circumstance {
public:
  /// Both must outlive the circumstance.
  SourceCircumstance(const std::vector<SourceText> &texts, const EditList &list,
                     EditKind kind);

  size_t elements() const override { return list.edits.size(); }
  llvm::StringRef elementsName() const override;
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  std::vector<ElementGroup> groups() const override;
  /// Null for unused declarations: nearly all of them can go, so halves of them
  /// are tried, not one declaration with its parts after the other.
  const ElementTree *tree() const override {
    return kind == EditKind::Unused ? nullptr : &theTree;
  }

  /// Returns the content of the file with the index `file`.
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
