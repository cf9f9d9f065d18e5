// Unwraps results and errors in tests of Store.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_STORE_ERRORS_H
#define PINSTRIPE_TEST_UNIT_STORE_ERRORS_H

#include "TestSupport/Catch.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace pinstripe {

/// Returns the message of an error, and checks that the error is of this class.
template <typename Class> std::string messageOf(llvm::Error error) {
  REQUIRE(error.isA<Class>());
  return llvm::toString(std::move(error));
}

template <typename Class, typename Value>
std::string messageOf(llvm::Expected<Value> value) {
  REQUIRE_FALSE(static_cast<bool>(value));
  return messageOf<Class>(value.takeError());
}

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_STORE_ERRORS_H
