// Holds the filters of system calls that FilterGenerator.cpp has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SystemCallFilter.h"

using namespace pinstripe;

// The rules are in FilterGenerator.cpp.
static constexpr sock_filter connectingFilter[] = {
#include "ConnectingFilter.inc"
};
static constexpr sock_filter secludedFilter[] = {
#include "SecludedFilter.inc"
};

llvm::ArrayRef<sock_filter> pinstripe::systemCallFilter(bool mayConnect) {
  return mayConnect ? llvm::ArrayRef(connectingFilter)
                    : llvm::ArrayRef(secludedFilter);
}
