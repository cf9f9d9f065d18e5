// Defines edits of a program text that make it smaller or simpler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_SOURCEEDITS_H
#define PINSTRIPE_PROGRAM_SOURCEEDITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A file that belongs to a program text.
struct SourceText {
  /// Path of the file: absolute, or relative to the program's folder.
  std::string path;
  std::string text;
};

/// The place of an item in a list whose items are separated by commas, such as
/// the arguments of a call. When an item is removed, the comma before it or the
/// comma after it must be removed, too. Which of the two is removed depends on
/// which other items are removed.
struct ListPlace {
  uint32_t list = 0;  ///< The number that identifies the list.
  uint32_t index = 0; ///< The index of the item in the list.
  /// `before` is the offset of the end of the previous item, and `after` the
  /// offset of the beginning of the next item. For the first item, `before` is
  /// the beginning of the item itself. For the last item, `after` is its own
  /// end.
  uint32_t before = 0, after = 0;
};

/// A change that replaces a range of a file by a text.
struct TextChange {
  uint32_t file = 0; ///< The index of the changed file.
  uint32_t begin = 0, end = 0;
  std::string text = {}; ///< The new text; empty if the range is only deleted.
  std::optional<ListPlace> item = {};
  bool operator==(const TextChange &other) const {
    return file == other.file && begin == other.begin && end == other.end &&
           text == other.text;
  }
};

/// An edit: one or more changes that are made together. For example, one edit
/// removes a parameter and all arguments for it.
struct SourceEdit {
  std::vector<TextChange> changes;
};

/// The kinds of edits, in the order in which they are tried.
enum class EditKind : uint8_t {
  /// Deletions of declarations that nothing uses. In a large text, such
  /// deletions and those of bodies are tried first, since they remove much of
  /// the text with few tests.
  Unused,
  /// The body of a function is emptied.
  Bodies,
  /// A declaration, a statement, a body, an initialiser, a parameter, an item
  /// of a list, or a comment is deleted.
  Deletions,
  /// A loop, a branch or a block is replaced by the statements inside it.
  Contents,
  /// A condition is replaced by 1 or 0. An expression is replaced by 0, by a
  /// smaller literal, or by one of its operands. The name of a type is replaced
  /// by the type.
  Simplifications,
};

/// The possible edits of a text.
struct EditList {
  /// All edits. Edits inside the range of another edit come after that edit.
  std::vector<SourceEdit> edits;
  /// The edits form a tree: edits lie inside an edit that replaces a single
  /// range of text around them. For each edit, `ends` has the index of the
  /// first later edit that is not inside it. If an edit is made, the edits
  /// inside it have no effect.
  std::vector<uint32_t> ends;
  /// The indices of the edits that delete unused declarations. A declaration is
  /// unused if nothing refers to it, or if only unused declarations refer to
  /// it.
  std::vector<uint32_t> unused;
  /// Sets of edits. Each set deletes one definition that nothing in the text
  /// needs, such as a function with external linkage, and all declarations that
  /// only this definition uses. The largest sets come first.
  std::vector<std::vector<uint32_t>> owned;
};

/// Returns the text of the file with the index `file` after the edits were
/// made. If changes overlap, everything that any of them deletes is deleted,
/// and only the text of the first change is inserted.
std::string appliedEdits(llvm::StringRef text, uint32_t file,
                         llvm::ArrayRef<const SourceEdit *> edits);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEEDITS_H
