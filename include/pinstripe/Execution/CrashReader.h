// Finds out where in the source a program crashed, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both engines use it, so that they say the same of the same crash.

#ifndef PINSTRIPE_EXECUTION_CRASHREADER_H
#define PINSTRIPE_EXECUTION_CRASHREADER_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <memory>

namespace pinstripe {

/// A thread that a fatal signal has stopped, as the kernel describes it.
struct CrashedThread {
  int signal = 0;
  int code = 0; ///< si_code of the signal.
  /// si_addr of the signal; means something for faults only.
  uint64_t faultAddress = 0;
  /// The general registers, by GeneralRegister.
  std::array<uint64_t, 16> registers{};
  uint64_t pc = 0;            ///< A run-time address.
  std::vector<uint8_t> stack; ///< The memory from the stack pointer on.
};

/// How many bytes of the stack are needed: libraries may have called each other
/// for a while since the user's code called the first one.
constexpr size_t crashStackSize = size_t(1) << 16;

/// The process in which a thread has crashed.
struct CrashedProcess {
  llvm::ArrayRef<Mapping> mappings;
  /// Returns where code at a run-time address was originally: a table address
  /// in a traced module, otherwise a run-time address.
  llvm::function_ref<uint64_t(uint64_t)> originOf;
};

/// The event that the innermost live activation is executing, and its entry.
struct EventUnderWay {
  EventIndex event{};
  EntryId entry{};
};

/// Reads crashes of one program. Keeps what it has read of the program's files.
class CrashReader {
public:
  /// `table` must outlive the reader.
  explicit CrashReader(const UnitTable &table);
  ~CrashReader();
  const UnitTable &table() const { return unitTable; }

  /// Describes a crash. If the place of the crash is in the statement of
  /// `underWay`, that is the crash's event.
  Crashed read(const CrashedThread &thread, const CrashedProcess &process,
               Poison poison, std::optional<EventUnderWay> underWay);

private:
  class Implementation;
  const UnitTable &unitTable;
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHREADER_H
