// Finds out how much memory the machine can spare, and prints sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/AvailableMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <sys/resource.h>

using namespace pinstripe;

/// Returns the content of a file; empty if the file can't be read.
static std::string contentOf(llvm::StringRef path) {
  auto content = llvm::MemoryBuffer::getFileAsStream(path);
  return content ? (*content)->getBuffer().str() : "";
}

uint64_t pinstripe::bytesOfLine(llvm::StringRef text, llvm::StringRef name) {
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    uint64_t kilobytes = 0;
    if (line.consume_front(name) && line.consume_front(":") &&
        !line.ltrim().consumeInteger(10, kilobytes))
      return kilobytes * 1024;
  }
  return 0;
}

/// Returns how many more bytes the control group (cgroup) of this process may
/// use. Returns the largest number if there is no limit.
static uint64_t memoryOfGroup() {
  auto read = [](llvm::StringRef path, uint64_t &number) {
    return llvm::to_integer(llvm::StringRef(contentOf(path)).trim(), number,
                            10);
  };
  uint64_t limit = 0, used = 0;
  if (!read("/sys/fs/cgroup/memory.max", limit) ||
      !read("/sys/fs/cgroup/memory.current", used))
    return ~uint64_t(0);
  return limit > used ? limit - used : 1;
}

static uint64_t addressSpaceLeft() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return ~uint64_t(0);
  uint64_t used = bytesOfLine(contentOf("/proc/self/status"), "VmSize");
  return limit.rlim_cur > used ? limit.rlim_cur - used : 1;
}

uint64_t pinstripe::availableMemory() {
  uint64_t available = bytesOfLine(contentOf("/proc/meminfo"), "MemAvailable");
  if (available == 0)
    return 0;
  return std::min({available, memoryOfGroup(), addressSpaceLeft()});
}

std::string pinstripe::describeBytes(uint64_t bytes) {
  constexpr uint64_t kibi = uint64_t(1) << 10, mebi = kibi << 10;
  if (bytes < kibi)
    return std::to_string(bytes) + " bytes";
  if (bytes < mebi)
    return std::to_string(bytes / kibi) + " KiB";
  uint64_t tenths = bytes * 10 / (mebi << 10);
  if (tenths >= 10)
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           " GiB";
  return std::to_string(bytes / mebi) + " MiB";
}
