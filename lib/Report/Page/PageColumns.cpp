// Writes arrays of numbers in the form that the page of a report uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Page/PageColumns.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include <bit>

using namespace pinstripe;

// The page stores numbers in little-endian form. They have this form in the
// memory of this machine, too, so they are copied unchanged.
static_assert(std::endian::native == std::endian::little);

using CompressedBytes = llvm::SmallVector<uint8_t, 0>;

template <typename Number>
static llvm::ArrayRef<uint8_t> bytesOf(llvm::ArrayRef<Number> numbers) {
  return {reinterpret_cast<const uint8_t *>(numbers.data()),
          numbers.size() * sizeof(Number)};
}

static CompressedBytes compressed(llvm::ArrayRef<uint8_t> bytes) {
  CompressedBytes result;
  llvm::compression::zlib::compress(bytes, result);
  return result;
}

std::string pinstripe::packBytes(llvm::ArrayRef<uint8_t> bytes) {
  return llvm::encodeBase64(compressed(bytes));
}

void PageColumns::bytes(llvm::StringRef name, llvm::ArrayRef<uint8_t> numbers) {
  columns.push_back(
      {name.str(), "u8", numbers.size(), false, packBytes(numbers)});
}

void PageColumns::floats(llvm::StringRef name, llvm::ArrayRef<float> numbers) {
  columns.push_back(
      {name.str(), "f32", numbers.size(), false, packBytes(bytesOf(numbers))});
}

void PageColumns::add(llvm::StringRef name, llvm::StringRef type,
                      llvm::ArrayRef<uint32_t> numbers) {
  std::vector<uint32_t> differences;
  differences.reserve(numbers.size());
  uint32_t before = 0;
  for (uint32_t number : numbers) {
    differences.push_back(number - before);
    before = number;
  }
  CompressedBytes plain = compressed(bytesOf(numbers));
  CompressedBytes delta = compressed(bytesOf(llvm::ArrayRef(differences)));
  bool isDelta = delta.size() < plain.size();
  columns.push_back({name.str(), type, numbers.size(), isDelta,
                     llvm::encodeBase64(isDelta ? delta : plain)});
}

void PageColumns::unsignedNumbers(llvm::StringRef name,
                                  llvm::ArrayRef<uint32_t> numbers) {
  add(name, "u32", numbers);
}

void PageColumns::signedNumbers(llvm::StringRef name,
                                llvm::ArrayRef<int32_t> numbers) {
  add(name, "i32",
      {reinterpret_cast<const uint32_t *>(numbers.data()), numbers.size()});
}
