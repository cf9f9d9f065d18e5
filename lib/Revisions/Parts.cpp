// Divides the changes between two states of a source tree into parts, such as
// files or hunks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineText.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <set>
#include <tuple>

using namespace pinstripe;

llvm::StringRef pinstripe::grainName(Grain grain) {
  switch (grain) {
  case Grain::Commits:
    return "commits";
  case Grain::Files:
    return "files";
  case Grain::Functions:
    return "functions";
  case Grain::Hunks:
    return "hunks";
  case Grain::Lines:
    return "lines";
  }
  llvm_unreachable("all grains have names");
}

/// The key of the part to which a change belongs. Changes with the same key are
/// in the same part.
using PartKey = std::tuple<uint32_t, uint32_t, uint32_t>;

static PartKey keyOf(const RevisionChange &change, uint32_t number,
                     Grain grain) {
  uint32_t kind = static_cast<uint32_t>(change.kind);
  // Renaming a file, changing its mode, and exchanging it as a whole are parts
  // of their own.
  uint32_t place = kind == 0 ? change.hunk : UINT32_MAX - kind;
  switch (grain) {
  case Grain::Commits:
    return {change.commit, 0, 0};
  case Grain::Files:
    return {change.file, 0, 0};
  case Grain::Functions:
    // Changed lines that are in no function or other block are divided by hunk.
    if (change.function == 0)
      return {change.file, place, UINT32_MAX};
    return {change.file, change.function, 0};
  case Grain::Hunks:
    return {change.file, place, 0};
  case Grain::Lines:
    return {number, 0, 0};
  }
  llvm_unreachable("all grains are known");
}

std::vector<std::vector<Element>>
pinstripe::partsOf(const SourceDifference &difference,
                   const Configuration &changes, Grain grain) {
  std::vector<std::vector<Element>> parts;
  std::map<PartKey, size_t> places;
  for (Element element : changes.members()) {
    auto number = static_cast<uint32_t>(element);
    PartKey key = keyOf(difference.changes[number], number, grain);
    auto [place, isNew] = places.try_emplace(key, parts.size());
    if (isNew)
      parts.emplace_back();
    parts[place->second].push_back(element);
  }
  return parts;
}

namespace {

using Names = llvm::StringSet<>;

/// The names that occur in changed lines: before the change, and after it.
struct ChangedNames {
  Names oldNames, newNames;
};

} // namespace

static void addNames(const std::string &line, Names &names) {
  forEachName(line, [&](llvm::StringRef name) { names.insert(name); });
}

/// Adds the names in the old text and in the new text of a changed line.
static void addNames(const SourceDifference &difference, Element element,
                     ChangedNames &names) {
  ChangedLine line = lineOf(difference, element);
  if (line.before)
    addNames(*line.before, names.oldNames);
  if (line.after)
    addNames(*line.after, names.newNames);
}

std::vector<ElementGroup>
pinstripe::groupsByName(const SourceDifference &difference,
                        const Configuration &changes) {
  ChangedNames all;
  for (Element element : changes.members())
    addNames(difference, element, all);
  std::map<std::string, std::vector<size_t>> hunksWith;
  std::vector<std::vector<Element>> hunks =
      partsOf(difference, changes, Grain::Hunks);
  for (size_t i = 0; i < hunks.size(); ++i) {
    ChangedNames names;
    for (Element element : hunks[i])
      addNames(difference, element, names);
    std::set<std::string> oneSided;
    for (const auto &name : names.oldNames.keys())
      if (!all.newNames.contains(name))
        oneSided.insert(name.str());
    for (const auto &name : names.newNames.keys())
      if (!all.oldNames.contains(name))
        oneSided.insert(name.str());
    for (const std::string &name : oneSided)
      hunksWith[name].push_back(i);
  }
  std::vector<ElementGroup> groups;
  std::set<std::vector<size_t>> known;
  for (const auto &[name, indices] : hunksWith) {
    if (indices.size() < 2 || !known.insert(indices).second)
      continue;
    ElementGroup group;
    group.label = name;
    for (size_t i : indices)
      group.elements.insert(group.elements.end(), hunks[i].begin(),
                            hunks[i].end());
    groups.push_back(std::move(group));
  }
  return groups;
}
