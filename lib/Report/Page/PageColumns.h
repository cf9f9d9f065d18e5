// Writes arrays of numbers in the form that the page of a report uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_PAGECOLUMNS_H
#define PINSTRIPE_LIB_REPORT_PAGECOLUMNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// Compresses bytes (zlib, RFC 1950) and returns them in base64.
std::string packBytes(llvm::ArrayRef<uint8_t> bytes);

/// An array of numbers in the form in which a page (the report in HTML)
/// contains it.
struct PageColumn {
  std::string name; ///< "event.unit"
  /// The type of the numbers: "u8", "u32", "i32" or "f32".
  llvm::StringRef type;
  size_t length = 0; ///< How many numbers the column has.
  /// True if each number is stored as the difference from the number before it,
  /// modulo 2^32.
  bool isDelta = false;
  std::string packed; ///< The numbers, packed by packBytes().
};

/// Collects the arrays of numbers that a page holds, which are called columns.
class PageColumns {
public:
  void bytes(llvm::StringRef name, llvm::ArrayRef<uint8_t> numbers);
  void floats(llvm::StringRef name, llvm::ArrayRef<float> numbers);
  /// Adds a column of 32-bit numbers. Stores either the numbers or the
  /// difference between each number and the one before it, whichever takes
  /// fewer bytes.
  void unsignedNumbers(llvm::StringRef name, llvm::ArrayRef<uint32_t> numbers);
  void signedNumbers(llvm::StringRef name, llvm::ArrayRef<int32_t> numbers);

  llvm::ArrayRef<PageColumn> all() const { return columns; }

private:
  void add(llvm::StringRef name, llvm::StringRef type,
           llvm::ArrayRef<uint32_t> numbers);

  std::vector<PageColumn> columns;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_PAGECOLUMNS_H
