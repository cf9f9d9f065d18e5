// Takes text apart: lines, names, and the blocks that lines belong to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REVISIONS_LINETEXT_H
#define PINSTRIPE_LIB_REVISIONS_LINETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// Returns true if git takes the content for binary: there is a zero byte near
/// its beginning.
bool isBinary(llvm::StringRef content);

/// Divides a text into lines. Each line keeps its line end; the last one may
/// have none.
std::vector<std::string> linesWithEnds(llvm::StringRef text);

/// Returns for each line the number of the line with which its block begins,
/// plus 1; 0 if the line is in no block. A block begins with a line that begins
/// with a letter, `_` or `$`. This is the line that git shows for a hunk. In C
/// and C++, such lines are mostly the first lines of functions.
std::vector<uint32_t> blocksOf(llvm::ArrayRef<std::string> lines);

/// Returns the text of the line with which a block begins. `block` is a number
/// that blocksOf() returns. Returns an empty text for 0, which stands for no
/// block.
llvm::StringRef blockBeginning(llvm::ArrayRef<std::string> lines,
                               uint32_t block);

/// Calls `visit` with each name in a text: a sequence of letters, digits and
/// underscores that does not begin with a digit.
void forEachName(llvm::StringRef text,
                 llvm::function_ref<void(llvm::StringRef name)> visit);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REVISIONS_LINETEXT_H
