// Finds out where in the source a program crashed, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both engines use the class CrashReader, so that they describe the same crash
// in the same way.

#ifndef PINSTRIPE_EXECUTION_CRASHREADER_H
#define PINSTRIPE_EXECUTION_CRASHREADER_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <memory>

namespace pinstripe {

/// Describes a thread that a fatal signal has stopped, as the kernel tells it.
struct CrashedThread {
  int signal = 0;
  int code = 0; ///< The signal's si_code, which tells who or what has sent it.
  /// The signal's si_addr: for faults, the address that the thread has used.
  uint64_t faultAddress = 0;
  /// The values of the general registers. A GeneralRegister is the index of a
  /// register in this array.
  std::array<uint64_t, 16> registers{};
  uint64_t pc = 0; ///< The program counter, as a run-time address.
  /// The bytes on the stack, from the stack pointer on.
  std::vector<uint8_t> stack;
};

/// How many bytes of a crashed thread's stack are read. The number is large
/// because many library functions may have called each other between the user's
/// code and the crash.
constexpr size_t crashStackSize = size_t(1) << 16;

/// The process in which a thread has crashed.
struct CrashedProcess {
  llvm::ArrayRef<Mapping> mappings;
  /// Converts a run-time address of code into a table address. If the
  /// instruction is a copy that an engine has made, returns the table address
  /// of the original instruction. Returns an address outside of all traced
  /// modules unchanged. A table address is the address in the module's file
  /// plus a constant for each module (see UnitTable).
  llvm::function_ref<uint64_t(uint64_t)> originOf;
};

/// The event that the program is executing in its innermost call of a traced
/// function, and the entry (the address) at which the event's statement begins.
struct EventUnderWay {
  EventIndex event{};
  EntryId entry{};
};

/// Describes crashes of one program. Keeps the information that it has read
/// from the program's files.
class CrashReader {
public:
  /// `table`, which describes the statements of the program, must outlive the
  /// reader.
  explicit CrashReader(const UnitTable &table);
  ~CrashReader();
  const UnitTable &table() const { return unitTable; }

  /// Describes a crash. `underWay` is the event that the program was executing,
  /// if it is known. The description names this event only if the crash
  /// happened in the code of the event's statement.
  Crashed read(const CrashedThread &thread, const CrashedProcess &process,
               Poison poison, std::optional<EventUnderWay> underWay);

private:
  class Implementation;
  const UnitTable &unitTable;
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_CRASHREADER_H
