//===- DDMax.cpp - The maximizing delta debugging algorithm ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DDMax.h"

using namespace pinstripe;

void DDMax::certifyResult() {
  if (largestPassing())
    certify(Minimality::OneMaximal);
}
