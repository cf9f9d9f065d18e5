// Collects edits of a program text, and orders them as a tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H

#include "Edits/TextPlaces.h"

namespace pinstripe {

class EditRecorder {
public:
  /// Adds an edit of one change. Its range holds whatever has no effect if the
  /// edit is made. Returns the number of the edit.
  size_t replace(const TextRange &range, std::string text);
  size_t erase(const TextRange &range) { return replace(range, ""); }
  /// Adds an edit of several changes.
  void add(std::vector<TextChange> changes);
  /// Adds an edit that leaves of `whole` only the range `part`, in which
  /// further edits have an effect.
  void leaveOnly(const TextRange &whole, const TextRange &part);
  /// Notes that an edit deletes only declarations that nothing uses.
  void markUnused(size_t edit) { found[edit].isUnused = true; }
  /// Notes that an edit deletes only declarations that nothing uses except a
  /// definition, and that definition itself. `owner` is its number.
  void markOwned(size_t edit, uint32_t owner) { found[edit].owner = owner; }

  /// Makes the items of a list removable. `ranges` has all items.
  void addItems(llvm::ArrayRef<TextRange> ranges);
  /// Returns the change that removes an item of a list. All items of the list
  /// must have the same number, which `newList` returns.
  static TextChange itemChange(llvm::ArrayRef<TextRange> ranges, size_t item,
                               uint32_t list);
  uint32_t newList() { return ++lists; }

  /// Returns all edits, in the order of the text. Edits that make the same
  /// changes are one.
  EditList take();

private:
  struct Found {
    SourceEdit edit;
    /// The range from the first to the last change, if all are in one file.
    TextRange hull;
    size_t order = 0;      ///< The number in the order of addition.
    bool covers = false;   ///< True if the edit replaces the whole hull.
    bool isAcross = false; ///< True if changes are in several places.
    bool isUnused = false;
    std::optional<uint32_t> owner = {};
  };
  std::vector<Found> found;
  uint32_t lists = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITRECORDER_H
