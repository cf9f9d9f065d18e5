// Collects edits of a program text, and orders them as a tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H

#include "Edits/TextPlaces.h"

namespace pinstripe {

class EditRecorder {
public:
  /// Adds an edit that replaces `range` by `text`, and returns the index of the
  /// edit. If the edit is made, edits inside `range` have no effect.
  size_t replace(const TextRange &range, std::string text);
  size_t erase(const TextRange &range) { return replace(range, ""); }
  /// Adds an edit that makes several changes.
  void add(std::vector<TextChange> changes);
  /// Adds an edit that reduces the range `whole` to its part `part`. Edits
  /// inside `part` still have an effect if the edit is made.
  void leaveOnly(const TextRange &whole, const TextRange &part);
  /// Notes that nothing uses the declarations that an edit deletes.
  void markUnused(size_t edit) { found[edit].isUnused = true; }
  /// Notes that an edit deletes a definition, or declarations that only one
  /// definition uses. `owner` is the number of the definition.
  void markOwned(size_t edit, uint32_t owner) { found[edit].owner = owner; }

  /// For each item of a list, adds an edit that removes the item. `ranges` has
  /// the ranges of all items.
  void addItems(llvm::ArrayRef<TextRange> ranges);
  /// Returns a change that removes the item with the index `item` from a list.
  /// `ranges` has the ranges of all items of the list. `list` is the number
  /// that newList() has returned for the list.
  static TextChange itemChange(llvm::ArrayRef<TextRange> ranges, size_t item,
                               uint32_t list);
  uint32_t newList() { return ++lists; }

  /// Returns all edits in the order of the text. Edits with the same changes
  /// are merged into one.
  EditList take();

private:
  struct Found {
    SourceEdit edit;
    /// The range from the first to the last change of the edit, if all changes
    /// are in one file.
    TextRange hull;
    /// The number of edits that were added before this one.
    size_t order = 0;
    /// True if the edit is a single change, which covers the whole range
    /// `hull`.
    bool covers = false;
    /// True if the edit changes several files.
    bool isAcross = false;
    bool isUnused = false;
    std::optional<uint32_t> owner = {};
  };
  std::vector<Found> found;
  uint32_t lists = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H
