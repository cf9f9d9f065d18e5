// Compares a variable's value in memory with the value that the message of a
// failed assertion shows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/ShownValue.h"
#include <cmath>
#include <cstdint>
#include <cstring>

using namespace pinstripe;

/// Returns the bytes as a floating-point number. Returns NaN, which equals
/// nothing, if no floating-point type has this size.
static double floatingPoint(llvm::StringRef bytes) {
  float single = NAN;
  double number = NAN;
  if (bytes.size() == sizeof single)
    std::memcpy(&single, bytes.data(), sizeof single);
  if (bytes.size() == sizeof number)
    std::memcpy(&number, bytes.data(), sizeof number);
  return bytes.size() == sizeof single ? single : number;
}

/// Returns true if the bytes hold the integer that is written in `shown`.
static bool isInteger(llvm::StringRef bytes, llvm::StringRef shown) {
  uint64_t value = 0, wanted = 0;
  if (bytes.empty() || bytes.size() > sizeof value)
    return false;
  std::memcpy(&value, bytes.data(), bytes.size());
  bool isNegative = shown.consume_front("-");
  if (shown.getAsInteger(10, wanted))
    return false;
  if (isNegative)
    wanted = -wanted;
  unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
  // The value may have fewer than 8 bytes. It is extended to 8 bytes with its
  // sign bit.
  uint64_t extended =
      static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
  return isNegative ? extended == wanted : value == wanted;
}

bool pinstripe::isShownAs(llvm::StringRef bytes, llvm::StringRef shown) {
  if (shown == "true" || shown == "false")
    return bytes.size() == 1 && bytes[0] == (shown == "true");
  if (isInteger(bytes, shown))
    return true;
  double wanted = 0;
  if (shown.getAsDouble(wanted))
    return false;
  // Catch2 shows five digits after the point, GoogleTest six or more digits. So
  // a difference of 0.00001 is accepted. For a value above 1, the accepted
  // difference is 0.00001 times the value.
  return std::abs(floatingPoint(bytes) - wanted) <=
         1e-5 * std::max(1.0, std::abs(wanted));
}
