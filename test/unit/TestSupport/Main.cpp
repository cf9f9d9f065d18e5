// Entry point of the unit tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CATCH_CONFIG_MAIN
#include "TestSupport/Catch.h"
