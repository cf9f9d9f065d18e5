//===- InterruptedError.cpp - Stopped before any result -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/InterruptedError.h"

using namespace pinstripe;

char InterruptedError::ID = 0;
