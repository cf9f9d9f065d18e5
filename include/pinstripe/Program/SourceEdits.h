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

/// A file of a program text.
struct SourceText {
  std::string path; ///< Absolute, or relative to the folder of the program.
  std::string text;
};

/// A list whose items are separated by commas, such as the arguments of a call.
/// If an item is removed, one of the commas beside it must go, too; which one
/// depends on the other items that are removed.
struct ListPlace {
  uint32_t list = 0;  ///< The number of the list.
  uint32_t index = 0; ///< The number of the item in the list, from 0 on.
  /// Where the item before this one ends, and where the next one begins. For
  /// the first and the last item, where the item itself begins or ends.
  uint32_t before = 0, after = 0;
};

/// Replaces a range of a file by a text.
struct TextChange {
  uint32_t file = 0; ///< The index of the file.
  uint32_t begin = 0, end = 0;
  std::string text = {}; ///< Empty if the range is deleted.
  std::optional<ListPlace> item = {};
  bool operator==(const TextChange &other) const {
    return file == other.file && begin == other.begin && end == other.end &&
           text == other.text;
  }
};

/// An edit: changes that are made together. An edit of several changes removes
/// a parameter with all arguments for it, for example.
struct SourceEdit {
  std::vector<TextChange> changes;
};

/// The kinds of edits, in the order in which they are tried.
enum class EditKind : uint8_t {
  /// Those deletions that delete declarations which nothing uses. A large text
  /// is searched by these two kinds first, with few tests.
  Unused,
  /// Bodies of functions become empty.
  Bodies,
  /// Declarations, statements, bodies, initialisers, parameters, items of
  /// lists, and comments go away.
  Deletions,
  /// A loop, a branch or a block is replaced by the statements in it.
  Contents,
  /// A condition is replaced by 1 or 0, an expression by 0, by a smaller
  /// literal, or by one of its operands, and the name of a type by the type.
  Simplifications,
};

/// Edits of one text.
struct EditList {
  /// Edits that lie in the range of another edit follow that one.
  std::vector<SourceEdit> edits;
  /// The edits as a tree: for each edit, the number of the first one after
  /// those that have no effect if this one is made.
  std::vector<uint32_t> ends;
  /// The edits that delete declarations which nothing uses but each other.
  std::vector<uint32_t> unused;
  /// For each definition that nothing in the text need use, such as a function
  /// with external linkage: the edits that delete it with all declarations that
  /// only it uses. The largest sets come first.
  std::vector<std::vector<uint32_t>> owned;
};

/// Returns the content of the file with the index `file` after `edits`. Of
/// changes that overlap, all that any of them deletes is deleted, and the text
/// of the first one is inserted.
std::string appliedEdits(llvm::StringRef text, uint32_t file,
                         llvm::ArrayRef<const SourceEdit *> edits);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEEDITS_H
