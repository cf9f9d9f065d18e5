// Defines the identity of InterruptedError for LLVM's error handling.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/InterruptedError.h"

using namespace pinstripe;

char InterruptedError::ID = 0;
