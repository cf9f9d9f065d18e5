// Records the instructions of a process whose threads take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is an int3 instruction wherever something is recorded: at the hooks of
// a plain recording, at which threads take their turns, and at many places in
// between, which have no influence on turns.

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_INSTRUCTIONSTOPS_H
#define PINSTRIPE_LIB_NATIVE_TRACED_INSTRUCTIONSTOPS_H

#include "Server/TracedLaunch.h"
#include "Stepping/SteppedHooks.h"
#include "Traced/TracedThread.h"
#include <map>

namespace pinstripe {

/// The instructions that are recorded in a run, and the observer that gets the
/// record. Both objects must outlive the run.
struct InstructionSubject {
  const DataCode *code = nullptr;
  ExecutionObserver *observer = nullptr;
};

/// Reports the instructions of one run to an observer. All threads must be
/// stopped when a function is called.
class InstructionStops {
public:
  /// Finds the hooks of the process `launch`, which is at its entry point.
  /// `table`, `hooks` and `cache` must outlive the result.
  static llvm::Expected<std::unique_ptr<InstructionStops>>
  create(const TracedLaunch &launch, const UnitTable &table,
         const HookMap &hooks, ModuleCache &cache,
         const InstructionSubject &subject);

  /// The run-time addresses at which the process has to stop.
  auto addresses() const { return hooks.addresses(); }
  /// Returns true if a plain recording has no hook at this run-time address.
  bool isOfInstructionsOnly(uint64_t address) const;

  /// Called when the thread leaves a hook, at which it still stands. In a plain
  /// recording, the hook was recorded just before.
  void leaveHook(TracedThread &thread);
  /// Called when the thread `creator` has created `created`, which has not come
  /// to a hook yet.
  void noteCreation(uint64_t creator, uint64_t created);
  void noteEnd(uint64_t thread);
  /// Called at the end of the run.
  void finish() { (void)decoder.takeTrace(); }

private:
  InstructionStops(const TracedLaunch &launch, InstrumentedProgram itsProgram,
                   const UnitTable &table, const InstructionSubject &subject);
  void enter(TracedThread &thread);

  InstrumentedProgram program;
  pid_t pid;
  ProcessMemory memory;
  DetailedDecoder decoder;
  SteppedHooks hooks;
  /// The threads that were created during the run or have come to a hook.
  std::map<uint64_t, ObservedThread> threads;
  uint32_t nextNumber = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_INSTRUCTIONSTOPS_H
