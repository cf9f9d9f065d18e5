// Gives programs the same random numbers in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/RandomAnswers.h"
#include "Answers/ClockAnswers.h"
#include "Answers/ProgramMemory.h"
#include "RandomWords.h"
#include "World.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/AuxiliaryVector.h"
#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include <algorithm>
#include <cerrno>
#include <linux/seccomp.h>

using namespace pinstripe;

void RandomAnswers::prepareProgram(pid_t thread) {
  if (uint64_t place = auxiliaryValue(thread, AT_RANDOM))
    (void)writeBytes(thread, place, fixedRandomBytes, sizeof(fixedRandomBytes));
}

/// Patches std::random_device in the program, so that it asks the kernel for
/// random numbers instead of the processor. The tool can answer a system call,
/// but not an instruction of the processor.
void RandomAnswers::patchRandomDevice(pid_t thread) {
  std::string maps = readProcessFile(thread, "maps");
  llvm::StringRef rest = maps;
  while (!rest.empty()) {
    auto [line, next] = rest.split('\n');
    rest = next;
    llvm::StringRef name =
        line.drop_front(std::min(line.find('/'), line.size()));
    if (!name.contains("/libstdc++.so"))
      continue;
    // The first mapping of a library begins at offset 0 of its file. So the
    // address of this mapping is the library's base address.
    uint64_t base = 0;
    if (line.split('-').first.getAsInteger(16, base))
      return;
    auto [known, isNew] = randomDevices.try_emplace(name.str());
    if (isNew) {
      // The kernel reports the library's path with the root folder of the
      // sandbox in front. This folder is removed from the path.
      llvm::StringRef inside = name;
      inside.consume_front(World::root);
      if (auto file = readFile("/proc/" + std::to_string(thread) + "/root" +
                               inside.str()))
        known->second = askingRandomDevice(*file);
      else
        // A library that can't be read stays unpatched.
        llvm::consumeError(file.takeError());
    }
    patch(thread, base, known->second);
    return;
  }
}

/// Returns whether a call of getrandom comes from libc's malloc. Such a call
/// must not advance the program's clock, as other calls of getrandom do. With
/// the native engine, code inside the program answers a call from malloc, and
/// the clock does not advance. The clock must not depend on the engine.
///
/// A call from malloc is recognised by the address at which it stores the
/// bytes. Other callers that ask for the same number of bytes without blocking
/// store them on the stack.
bool RandomAnswers::isForMalloc(const seccomp_notif &call) {
  std::optional<uint64_t> state =
      clocks.stateAddress(static_cast<pid_t>(call.pid));
  constexpr uint64_t nonBlocking = 1, maxStackBytes = uint64_t(64) << 20;
  return call.data.args[1] == sizeof(mallocKey) &&
         call.data.args[2] == nonBlocking && state &&
         *state - call.data.args[0] > maxStackBytes;
}

CallAnswer RandomAnswers::answer(const seccomp_notif &call) {
  CallAnswer answer;
  auto thread = static_cast<pid_t>(call.pid);
  if (isForMalloc(call)) {
    // When malloc calls getrandom, the loader has mapped all libraries. So
    // std::random_device can be patched now.
    patchRandomDevice(thread);
    (void)writeAt(thread, call.data.args[0], mallocKey);
    answer.value = sizeof(mallocKey);
    return answer;
  }
  std::optional<SteadyClock> clock = clocks.readClock(thread);
  if (!clock)
    return CallAnswer::kernels();
  constexpr uint64_t most = 1 << 20;
  uint64_t size = std::min<uint64_t>(call.data.args[1], most);
  uint64_t state = clock->word();
  std::vector<uint64_t> words(size / sizeof(uint64_t) + 1);
  for (uint64_t &word : words)
    word = nextRandomWord(state);
  if (size != 0 && !writeBytes(thread, call.data.args[0], words.data(), size))
    answer.error = EFAULT;
  answer.value = static_cast<int64_t>(size);
  return answer;
}
