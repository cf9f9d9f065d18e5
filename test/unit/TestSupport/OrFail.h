// Includes Catch2, and lets errors fail a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_ORFAIL_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_ORFAIL_H

#include "TestSupport/Catch.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Fails the test with the message of the error, if there is one.
inline void orFail(llvm::Error error) {
  if (error)
    FAIL(llvm::toString(std::move(error)));
}

/// Returns the value. If there is an error instead, fails the test with its
/// message.
template <typename T> T orFail(llvm::Expected<T> value) {
  if (!value)
    FAIL(llvm::toString(value.takeError()));
  return std::move(*value);
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_ORFAIL_H
