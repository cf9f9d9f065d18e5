// Makes smaller versions of a program text by making some edits of a list.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SourceCircumstance.h"

using namespace pinstripe;

SourceCircumstance::SourceCircumstance(const std::vector<SourceText> &texts,
                                       const EditList &list, EditKind kind)
    : texts(texts), list(list), kind(kind) {
  theTree.ends = list.ends;
}

llvm::StringRef SourceCircumstance::elementsName() const {
  switch (kind) {
  case EditKind::Unused:
    return "unused declarations";
  case EditKind::Bodies:
    return "bodies";
  case EditKind::Deletions:
    return "deletions";
  case EditKind::Contents:
    return "contents";
  case EditKind::Simplifications:
    break;
  }
  return "simplifications";
}

std::vector<const SourceEdit *>
SourceCircumstance::made(const Configuration &configuration) const {
  std::vector<const SourceEdit *> edits;
  for (size_t i = 0; i < list.edits.size(); ++i)
    if (!configuration.contains(Element(i)))
      edits.push_back(&list.edits[i]);
  return edits;
}

std::string
SourceCircumstance::textOf(uint32_t file,
                           const Configuration &configuration) const {
  return appliedEdits(texts[file].text, file, made(configuration));
}

llvm::Expected<Materials>
SourceCircumstance::materialise(const Configuration &configuration) const {
  std::vector<const SourceEdit *> edits = made(configuration);
  Materials materials;
  for (uint32_t i = 0; i < texts.size(); ++i)
    materials.files.push_back(
        {texts[i].path, appliedEdits(texts[i].text, i, edits)});
  return materials;
}

std::vector<ElementGroup> SourceCircumstance::groups() const {
  // No other code refers to the declarations in this group. So the text is
  // still valid if they are removed.
  ElementGroup unused{"unused declarations", {}, false, 0.9};
  for (uint32_t edit : list.unused)
    unused.elements.push_back(Element(edit));
  std::vector<ElementGroup> groups;
  if (unused.elements.size() > 1)
    groups.push_back(std::move(unused));
  for (const std::vector<uint32_t> &owned : list.owned) {
    ElementGroup group{"definitions with all that only they use", {}};
    for (uint32_t edit : owned)
      group.elements.push_back(Element(edit));
    groups.push_back(std::move(group));
  }
  return groups;
}
