// Applies edits to a program text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/SourceEdits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace pinstripe;

/// Returns the range of text that a change deletes. If the change deletes an
/// item of a list, a comma is deleted with it: the comma after the item if all
/// earlier items are deleted as well, otherwise the comma before the item.
/// `leading` maps each list to the number of items at its beginning that
/// earlier calls have deleted.
static std::pair<uint32_t, uint32_t>
rangeOf(const TextChange &change, llvm::DenseMap<uint32_t, uint32_t> &leading) {
  if (!change.item)
    return {change.begin, change.end};
  const ListPlace &item = *change.item;
  uint32_t &removed = leading[item.list];
  if (removed != item.index)
    return {item.before, change.end};
  ++removed;
  return {change.begin, item.after};
}

std::string pinstripe::appliedEdits(llvm::StringRef text, uint32_t file,
                                    llvm::ArrayRef<const SourceEdit *> edits) {
  /// All changes of the file, numbered in the order of `edits`.
  std::vector<std::pair<const TextChange *, size_t>> changes;
  for (const SourceEdit *edit : edits)
    for (const TextChange &change : edit->changes)
      if (change.file == file)
        changes.emplace_back(&change, changes.size());
  // If several changes begin at the same place, the longest comes first, and
  // only the text of the first one is inserted.
  llvm::sort(changes, [](const auto &a, const auto &b) {
    return std::make_tuple(a.first->begin, ~a.first->end, a.second) <
           std::make_tuple(b.first->begin, ~b.first->end, b.second);
  });
  std::string result;
  result.reserve(text.size());
  llvm::DenseMap<uint32_t, uint32_t> leading;
  const TextChange *last = nullptr;
  uint32_t position = 0;
  for (const auto &[change, number] : changes) {
    if (last && *last == *change)
      continue;
    last = change;
    auto [begin, end] = rangeOf(*change, leading);
    if (begin >= position) {
      result += text.slice(position, begin);
      result += change->text;
    }
    position = std::max(position, end);
  }
  result += text.substr(position);
  return result;
}
