//===- SystemCallFilter.cpp - What a program may not ask for --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemCallFilter.h"

using namespace pinstripe;

// FilterGenerator.cpp has the rules.
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
