// Tests programs that are stopped at their entry point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Server/TracedLaunch.h"
#include "NativeProgram.h"
#include "Server/TargetMemory.h"
#include "TestSupport/OrFail.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

const char *const source = R"(
#include <stdio.h>
__attribute__((constructor)) static void early(void) { puts("early"); }
int main(void) {
  puts("main");
  return 7;
}
)";

/// A program that is stopped at its entry point.
struct Launched {
  explicit Launched(std::vector<std::string> flags = {"-g", "-O0"})
      : program("gcc", source, std::move(flags)),
        outputs(orFail(OutputFiles::create(native::serverSlots))),
        memory(orFail(TargetMemory::create())),
        launch(orFail(TracedLaunch::start(program.spec, outputs,
                                          memory->descriptor(), killTimer))) {}

  std::string output() const {
    std::ifstream file(outputs.standardOutput);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  int64_t call(long number, const std::array<uint64_t, 6> &arguments) {
    return orFail(launch->systemCall(number, arguments));
  }

  NativeProgram program;
  OutputFiles outputs;
  std::unique_ptr<TargetMemory> memory;
  KillTimer killTimer;
  std::unique_ptr<TracedLaunch> launch;
};

} // namespace

TEST_CASE("a launched program stops before its own code and continues as in "
          "a plain run",
          "[native][launch]") {
  for (const char *flag : {"-pie", "-no-pie", "-static", "-static-pie"}) {
    INFO(flag);
    Launched launched({"-g", "-O0", flag});
    TracedLaunch &launch = *launched.launch;
    native::GeneralRegisters before = launch.registers();
    CHECK(before.pc == launch.entryPoint());
    CHECK(launched.output().empty());
    CHECK(launched.call(SYS_getpid, {}) == launch.processId());
    CHECK(launched.call(SYS_close, {1000}) == -EBADF);
    uint64_t threadId = orFail(launch.threadIdAddress());
    // A static program has not yet registered the address with the kernel.
    bool hasLoader = llvm::StringRef(flag).ends_with("-pie") &&
                     llvm::StringRef(flag) != "-static-pie";
    CHECK((threadId != 0) == hasLoader);
    native::GeneralRegisters after = launch.registers();
    CHECK(std::equal(std::begin(before.value), std::end(before.value),
                     std::begin(after.value)));
    pid_t pid = orFail(launch.detachAt(launch.entryPoint()));
    int status = 0;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(launched.output() == "early\nmain\n");
  }
}

TEST_CASE("an abandoned launch leaves no process", "[native][launch]") {
  Launched launched;
  pid_t pid = launched.launch->processId();
  CHECK(kill(pid, 0) == 0);
  launched.launch.reset();
  CHECK(kill(pid, 0) != 0);
}

TEST_CASE("both sides see the regions of the memory file", "[native][launch]") {
  Launched launched;
  TargetMemory &memory = *launched.memory;
  const uint64_t address = native::serverSlotsAddress;
  const std::vector<uint8_t> content(5000, 0x11);
  TargetRegion shared;
  shared.address = address;
  shared.size = content.size();
  shared.content = content;
  memory.add(shared);
  TargetRegion alias;
  alias.address = native::runStateAddress;
  alias.size = native::pageSize;
  alias.aliasOf = address;
  alias.offset = native::pageSize;
  memory.add(alias);
  REQUIRE_FALSE(static_cast<bool>(memory.write({}, {})));
  REQUIRE(memory.offsetOf(native::runStateAddress) ==
          memory.offsetOf(address) + native::pageSize);

  REQUIRE(launched.call(
              SYS_mmap,
              {address, 2 * native::pageSize, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED_NOREPLACE, TracedLaunch::memoryFileNumber,
               memory.offsetOf(address)}) == static_cast<int64_t>(address));
  ProcessMemory target(launched.launch->processId());
  auto view = orFail(memory.view(address));
  CHECK(view.size() == 2 * native::pageSize);
  CHECK(target.readWord(address + 4096) == 0x1111111111111111);
  CHECK(target.readWord(address + 5000) == 0);
  view[5000] = 42;
  CHECK(target.readWord(address + 5000) == 42);
  const uint8_t byte = 43;
  REQUIRE(target.write(address + 6000, byte));
  CHECK(view[6000] == 43);
}
