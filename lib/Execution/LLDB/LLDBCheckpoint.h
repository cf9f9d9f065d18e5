// Rewinds a process under LLDB to its start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch under LLDB takes 40 ms, most of it to start lldb-server. To restore
// the memory, registers and open files of the last run's process takes only 1
// to 2 ms. If anything can't be restored exactly, the program is launched
// again.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCHECKPOINT_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCHECKPOINT_H

#include "LLDB/LLDBExtendedState.h"
#include "LLDB/LLDBRegisters.h"
#include "LLDB/LLDBSession.h"

namespace pinstripe {

/// The saved state of a process at its entry point.
class LLDBCheckpoint {
public:
  /// Saves the state of the process, which must be at its entry point: after
  /// the dynamic loader, before static constructors. Returns null if this
  /// program can't be rewound.
  static llvm::Expected<std::unique_ptr<LLDBCheckpoint>>
  take(LLDBSession &session, const LaunchSpec &spec);
  ~LLDBCheckpoint();
  LLDBCheckpoint(const LLDBCheckpoint &) = delete;
  LLDBCheckpoint &operator=(const LLDBCheckpoint &) = delete;

  /// Rewinds the stopped process to its entry point. Returns false if the
  /// process can't be rewound exactly, or if `spec` asks for a different
  /// launch. If the function returns false, the process can't be used any more.
  /// `pendingSignal` is the fatal signal with which the process stopped, or 0.
  llvm::Expected<bool> restore(const LaunchSpec &spec, int pendingSignal);

private:
  struct Region {
    uint64_t begin = 0;
    std::vector<uint8_t> bytes;
  };

  LLDBCheckpoint(LLDBSession &session, const LaunchSpec &spec)
      : process(session.process()), spec(spec) {}

  bool saveMemory();
  bool saveStandardFiles();
  bool startsAlike(const LaunchSpec &other) const;
  /// Returns true if the threads, children, parent, umask, pending signals and
  /// working directory of the process are as at the start. The tool does not
  /// restore these, so a process in which they differ can't be rewound.
  bool kernelStateIsUnchanged() const;
  llvm::Error discardSignal(int signal);
  llvm::Error restoreSignals(SyscallInjector &injector);
  llvm::Expected<bool> closeNewDescriptors(SyscallInjector &injector);
  llvm::Error removeNewMappings(SyscallInjector &injector);
  bool mappingsAreRestored() const;
  bool restoreMemory();
  bool clearGrownStack();
  bool rewindStandardFiles();

  LLDBProcess &process;
  LaunchSpec spec;
  std::vector<Mapping> mappings;
  std::vector<Region> regions;
  ProcessStatus status;
  std::map<int, std::string> descriptors;
  std::string directory;
  RegisterState registers;
  std::optional<ExtendedState> extendedState;
  /// Duplicates of the program's file descriptors 0, 1 and 2. A duplicate
  /// shares the file position with the original, so the tool can rewind the
  /// program's files.
  std::vector<int> standardFiles;
  std::vector<std::string> standardFileStates;
  uint64_t syscallInstruction = 0;
  uint64_t programBreak = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBCHECKPOINT_H
