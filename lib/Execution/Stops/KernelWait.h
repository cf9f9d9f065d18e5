// Tells what a stopped thread waits for in the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only one thread of the program runs at a time: the threads take turns, see
// ThreadTurns.h. Some waits end the turn of a thread.

#ifndef PINSTRIPE_LIB_EXECUTION_STOPS_KERNELWAIT_H
#define PINSTRIPE_LIB_EXECUTION_STOPS_KERNELWAIT_H

#include "pinstripe/Execution/HookedProcess.h"
#include <cstdint>

namespace pinstripe {

/// A system call in which a thread waits.
struct KernelWait {
  enum class Kind : uint8_t {
    /// The thread does not wait, or it sleeps for a time, or it waits for a
    /// child process. Such a thread keeps its turn.
    None,
    /// Only another thread can wake the thread, by changing a word in memory.
    Thread,
    /// Something other than a thread of the program may wake the thread: a
    /// file, a time, or a signal.
    Outside,
  };
  Kind kind = Kind::None;
  /// The number of the system call, and the address of the instruction that
  /// makes it.
  uint64_t call = 0, address = 0;
  /// The address of the 32-bit word that must change before the thread goes on;
  /// 0 if the thread waits for something else. The wait is over when the word
  /// differs from `value`.
  uint64_t word = 0;
  uint32_t value = 0;
  /// If the thread waits for another one until a deadline, and the engine has
  /// to end the wait then: this deadline, see `programTimeLeft`.
  std::optional<timespec> deadline;

  /// Returns true if the word for which the thread waits has changed, so that
  /// the wait ends as soon as the thread may continue.
  bool isOver(const ProcessMemory &memory) const;
};

/// Returns the number with which a file in the thread's folder in /proc begins,
/// such as "syscall" or "schedstat"; nullopt if it does not begin with a
/// number.
std::optional<uint64_t> firstNumberIn(llvm::StringRef file, uint64_t thread,
                                      HookedProcess &process);

/// Returns what `thread`, which must be stopped, waits for. `previous` is what
/// this function returned at the thread's previous stop. It is needed if that
/// stop interrupted a wait: the kernel then says only that some system call is
/// repeated, and `previous` says which one.
KernelWait waitOf(uint64_t thread, HookedProcess &process,
                  const KernelWait &previous);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STOPS_KERNELWAIT_H
