//===- MemoryTest.cpp - What the machine can spare ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/Memory.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("The number of a line is found by its name", "[support][memory]") {
  const char *text = "MemTotal:       24683892 kB\nMemAvailableX:  1 kB\n"
                     "MemAvailable:   22591488 kB\n";
  CHECK(bytesOfLine(text, "MemAvailable") == uint64_t(22591488) * 1024);
  CHECK(bytesOfLine(text, "MemFree") == 0);
  CHECK(bytesOfLine("MemAvailable: much", "MemAvailable") == 0);
}

TEST_CASE("This machine says how much memory it has", "[support][memory]") {
  CHECK(availableMemory() > 0);
  CHECK(availableMemory() < uint64_t(1) << 50);
}

TEST_CASE("Sizes are told in words", "[support][memory]") {
  CHECK(describeBytes(uint64_t(20) << 20) == "20 MiB");
  CHECK(describeBytes(uint64_t(3) << 29) == "1.5 GiB");
  CHECK(describeBytes(uint64_t(1) << 30) == "1.0 GiB");
  CHECK(describeBytes((uint64_t(1) << 30) - 1) == "1023 MiB");
}
