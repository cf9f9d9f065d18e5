// Collects edits of a program text, and orders them as a tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/EditRecorder.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

namespace pinstripe {

static TextRange rangeOf(const TextChange &change) {
  return {change.file, change.begin, change.end};
}

size_t EditRecorder::replace(const TextRange &range, std::string text) {
  Found &added = found.emplace_back();
  added.edit.changes.push_back(
      {range.file, range.begin, range.end, std::move(text)});
  added.hull = range;
  added.covers = true;
  return found.size() - 1;
}

void EditRecorder::add(std::vector<TextChange> changes) {
  if (changes.empty())
    return;
  Found &added = found.emplace_back();
  added.hull = rangeOf(changes.front());
  for (const TextChange &change : changes) {
    added.isAcross |= change.file != added.hull.file;
    added.hull.begin = std::min(added.hull.begin, change.begin);
    added.hull.end = std::max(added.hull.end, change.end);
  }
  added.covers = changes.size() == 1;
  added.edit.changes = std::move(changes);
}

void EditRecorder::leaveOnly(const TextRange &whole, const TextRange &part) {
  std::vector<TextChange> changes;
  if (whole.begin < part.begin)
    changes.push_back({whole.file, whole.begin, part.begin});
  if (part.end < whole.end)
    changes.push_back({whole.file, part.end, whole.end});
  add(std::move(changes));
}

TextChange EditRecorder::itemChange(llvm::ArrayRef<TextRange> ranges,
                                    size_t item, uint32_t list) {
  const TextRange &range = ranges[item];
  ListPlace place;
  place.list = list;
  place.index = uint32_t(item);
  place.before = item == 0 ? range.begin : ranges[item - 1].end;
  place.after = item + 1 == ranges.size() ? range.end : ranges[item + 1].begin;
  return {range.file, range.begin, range.end, "", place};
}

void EditRecorder::addItems(llvm::ArrayRef<TextRange> ranges) {
  uint32_t list = newList();
  for (size_t i = 0; i < ranges.size(); ++i)
    add({itemChange(ranges, i, list)});
}

EditList EditRecorder::take() {
  // An edit must be followed directly by the edits inside its range. An edit
  // that changes several files is inside no other edit, so such edits come
  // after all others.
  for (size_t i = 0; i < found.size(); ++i)
    found[i].order = i;
  llvm::sort(found, [](const Found &a, const Found &b) {
    auto key = [](const Found &each) {
      return std::make_tuple(each.isAcross, each.hull.file, each.hull.begin,
                             ~each.hull.end, !each.covers, each.order);
    };
    return key(a) < key(b);
  });
  for (size_t i = found.size(); i-- > 1;) {
    if (found[i - 1].edit.changes != found[i].edit.changes)
      continue;
    found[i - 1].isUnused |= found[i].isUnused;
    if (!found[i - 1].owner)
      found[i - 1].owner = found[i].owner;
  }
  auto last = std::unique(found.begin(), found.end(),
                          [](const Found &a, const Found &b) {
                            return a.edit.changes == b.edit.changes;
                          });
  found.erase(last, found.end());

  EditList list;
  std::map<uint32_t, std::vector<uint32_t>> owned;
  /// The edits whose ranges contain the edit of the current iteration, as
  /// indices in `found`. The outermost edit comes first.
  std::vector<uint32_t> open;
  auto closeUntil = [&](auto holds) {
    while (!open.empty() && !holds(found[open.back()].hull)) {
      list.ends[open.back()] = uint32_t(list.edits.size());
      open.pop_back();
    }
  };
  for (uint32_t i = 0; i < found.size(); ++i) {
    Found &each = found[i];
    closeUntil([&](const TextRange &around) {
      return !each.isAcross && around.contains(each.hull);
    });
    list.ends.push_back(i + 1);
    if (each.covers)
      open.push_back(i);
    if (each.isUnused)
      list.unused.push_back(i);
    else if (each.owner)
      owned[*each.owner].push_back(i);
    list.edits.push_back(std::move(each.edit));
  }
  closeUntil([](const TextRange &) { return false; });
  found.clear();
  for (auto &[owner, edits] : owned)
    if (edits.size() > 1)
      list.owned.push_back(std::move(edits));
  llvm::sort(list.owned, [](const auto &a, const auto &b) {
    return std::tuple(b.size(), a.front()) < std::tuple(a.size(), b.front());
  });
  return list;
}

} // namespace pinstripe
