//===- LLDBCheckpoint.h - Takes a process back to its start -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch under LLDB costs 40 ms, most of it to start lldb-server; putting
// back memory, registers and open files of the process that is there costs
// one or two. It is done only where the result is exact: anything that can't
// be verified means a new launch.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LLDBCHECKPOINT_H
#define PINSTRIPE_LIB_EXECUTION_LLDBCHECKPOINT_H

#include "LLDBExtendedState.h"
#include "LLDBRegisters.h"
#include "LLDBSession.h"

namespace pinstripe {

class LLDBCheckpoint {
public:
  /// The process must be at its entry point: after the dynamic loader,
  /// before static constructors. Null if it could not be taken back.
  static llvm::Expected<std::unique_ptr<LLDBCheckpoint>>
  take(LLDBSession &session, const LaunchSpec &spec);
  ~LLDBCheckpoint();
  LLDBCheckpoint(const LLDBCheckpoint &) = delete;
  LLDBCheckpoint &operator=(const LLDBCheckpoint &) = delete;

  /// Takes the stopped process back to the entry point. False if that can't
  /// be done exactly or `spec` asks for another launch: then the process is
  /// of no more use. `pendingSignal` is the fatal signal it stopped with.
  llvm::Expected<bool> restore(const LaunchSpec &spec, int pendingSignal);

private:
  struct Region {
    uint64_t begin = 0;
    std::vector<uint8_t> bytes;
  };

  LLDBCheckpoint(LLDBSession &session, const LaunchSpec &spec)
      : session(session), spec(spec) {}

  bool saveMemory();
  bool saveStandardFiles();
  bool startsAlike(const LaunchSpec &other) const;
  /// What a system call can't put back.
  bool kernelStateIsKept() const;
  llvm::Error discardSignal(int signal);
  llvm::Error restoreSignals(SyscallInjector &injector);
  llvm::Expected<bool> closeNewDescriptors(SyscallInjector &injector);
  llvm::Error removeNewMappings(SyscallInjector &injector);
  bool mappingsAreRestored() const;
  bool restoreMemory();
  bool clearGrownStack();
  bool rewindStandardFiles();

  LLDBSession &session;
  LaunchSpec spec;
  std::vector<Mapping> mappings;
  std::vector<Region> regions;
  ProcessStatus status;
  std::map<int, std::string> descriptors;
  std::string directory;
  RegisterState registers;
  std::optional<ExtendedState> extendedState;
  std::vector<int> standardFiles; ///< our duplicates of 0, 1 and 2
  std::vector<std::string> standardFileStates;
  uint64_t syscallInstruction = 0;
  uint64_t programBreak = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDBCHECKPOINT_H
