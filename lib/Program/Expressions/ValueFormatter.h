// Formats the bytes of a value according to its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_VALUEFORMATTER_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_VALUEFORMATTER_H

#include "Expressions/ContentLayout.h"

namespace pinstripe {

/// Formats values by recursion over their types. The comment of formatValue()
/// describes the format.
class ValueFormatter {
public:
  /// Makes a formatter. `limits` and `image` must outlive the formatter.
  ValueFormatter(const ValueLimits &limits, MemoryImage &image)
      : limits(limits), image(image) {}

  /// Formats a value. `depth` is the number of values that contain this value.
  std::string format(const ValueType &type, llvm::StringRef bytes,
                     size_t depth) const;
  /// Returns a text in quotes. A text of more than `limits.characters` bytes is
  /// cut off, and an ellipsis is added.
  std::string quoted(llvm::StringRef text) const;

private:
  std::string formatNumber(const ValueType &type, llvm::StringRef bytes) const;
  std::string formatCharacter(const ValueType &type,
                              llvm::StringRef bytes) const;
  std::string formatStructure(const ValueType &type, llvm::StringRef bytes,
                              size_t depth) const;
  std::string formatArray(const ValueType &type, llvm::StringRef bytes,
                          size_t depth) const;
  std::string formatContent(const ValueType &type, llvm::StringRef bytes,
                            size_t depth) const;

  const ValueLimits &limits;
  MemoryImage &image;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_VALUEFORMATTER_H
