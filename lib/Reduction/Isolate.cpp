//===- Isolate.cpp - Isolates a difference that decides -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolate.h"

using namespace pinstripe;

void Isolate::certifyResult() {
  // The empty configuration does not FAIL: a single element is 1-minimal.
  bool isWhole = passingSide().isEmpty() || best().count() == 1;
  certify(isWhole ? Minimality::OneMinimal : Minimality::OneMinimalDifference);
}
