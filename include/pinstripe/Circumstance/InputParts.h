// Splits an input into parts, such as lines, and compares two inputs by parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_INPUTPARTS_H
#define PINSTRIPE_CIRCUMSTANCE_INPUTPARTS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// The kinds of parts into which an input can be split, from coarse to fine.
enum class PartKind : uint8_t {
  Lines, ///< Each part is a line with the newline at its end.
  /// Each part is a word (of letters, digits and underscores), a sequence of
  /// white space, or any other single character.
  Tokens,
  /// Each part is a character of UTF-8, or a byte that belongs to no character.
  Characters,
  Blocks, ///< Each part has 64 bytes.
  Bytes,
};

/// Returns the word for a kind of parts: "lines", "tokens", "characters",
/// "blocks" or "bytes".
llvm::StringRef partsName(PartKind kind);

/// Returns true if an input is text: valid UTF-8 without null bytes.
bool isText(llvm::StringRef input);

/// Returns where the parts of an input begin, in ascending order, followed by
/// the size of the input. Together, the parts are the whole input.
std::vector<uint32_t> partBounds(llvm::StringRef input, PartKind kind);

/// A sequence of neighbouring parts, found by comparing two inputs. Either both
/// inputs have these parts, or only one input has them.
struct PartRun {
  enum class Kind : uint8_t {
    Common,
    OnlyPassing, ///< Parts that only the passing input has.
    OnlyFailing, ///< Parts that only the failing input has.
  } kind = Kind::Common;
  /// The parts with the indices from `begin` up to, but without, `end`, in the
  /// input that has them. If both inputs have the parts, the indices are those
  /// in the failing input.
  size_t begin = 0, end = 0;
  size_t size() const { return end - begin; }
};

/// An input that is split into parts.
struct SplitInput {
  llvm::StringRef text;
  std::vector<uint32_t> bounds;

  SplitInput(llvm::StringRef text, PartKind kind)
      : text(text), bounds(partBounds(text, kind)) {}
  size_t size() const { return bounds.size() - 1; }
  /// Returns the text of the parts from `begin` up to, but without, `end`.
  llvm::StringRef parts(size_t begin, size_t end) const {
    return text.slice(bounds[begin], bounds[end]);
  }
};

/// Compares two inputs part by part (Myers 1986). Returns sequences of parts
/// that differ or are common, in the order of the inputs. If the inputs differ
/// in thousands of parts, the smallest difference is not looked for, since that
/// would take long. Then all parts between the common beginning and the common
/// end count as different.
std::vector<PartRun> compareParts(const SplitInput &passing,
                                  const SplitInput &failing);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_INPUTPARTS_H
