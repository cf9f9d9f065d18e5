// Tests of how much memory is available and of sizes in messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/AvailableMemory.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

TEST_CASE("The number of a line is found by its name", "[support][memory]") {
  const char *text = "MemTotal:       24683892 kB\nMemAvailableX:  1 kB\n"
                     "MemAvailable:   22591488 kB\n";
  CHECK(bytesOfLine(text, "MemAvailable") == uint64_t(22591488) * 1024);
  CHECK(bytesOfLine(text, "MemFree") == 0);
  CHECK(bytesOfLine("MemAvailable: much", "MemAvailable") == 0);
}

TEST_CASE("This machine reports how much memory is available",
          "[support][memory]") {
  CHECK(availableMemory() > 0);
  CHECK(availableMemory() < uint64_t(1) << 50);
}

/// Returns the available memory of a process that may allocate no more than
/// these bytes.
static uint64_t availableWithin(uint64_t bytes) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::string status = llvm::cantFail(readFile("/proc/self/status"));
    uint64_t limit = bytesOfLine(status, "VmSize") + bytes;
    rlimit space{limit, limit};
    uint64_t available =
        ::setrlimit(RLIMIT_AS, &space) == 0 ? availableMemory() : 0;
    (void)!::write(ends[1], &available, sizeof(available));
    ::_exit(0);
  }
  uint64_t available = 0;
  REQUIRE(::read(ends[0], &available, sizeof(available)) == sizeof(available));
  ::waitpid(child, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return available;
}

TEST_CASE("Available memory is limited by the address space",
          "[support][memory]") {
  constexpr uint64_t space = uint64_t(64) << 20;
  uint64_t available = availableWithin(space);
  CHECK(available > space / 2);
  CHECK(available <= space);
}

TEST_CASE("Sizes are described with their units", "[support][memory]") {
  CHECK(describeBytes(uint64_t(20) << 20) == "20 MiB");
  CHECK(describeBytes(uint64_t(3) << 29) == "1.5 GiB");
  CHECK(describeBytes(uint64_t(1) << 30) == "1.0 GiB");
  CHECK(describeBytes((uint64_t(1) << 30) - 1) == "1023 MiB");
}
