// Lets hooks record library calls from inside the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This file defines the functions that Library.h calls LibraryEnvironment, for
// use inside of the process under test.

#include "Library.h"
#include "SystemCalls.h"
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pinstripe::native {

LibraryTables libraryTables() {
  const Setup &its = setup();
  return {tableAt<const HookRecord>(hooksAddress),
          tableAt<const LibraryCallRecord>(libraryCallsAddress),
          tableAt<const ModelRecord>(modelsAddress),
          tableAt<const EffectRecord>(effectsAddress),
          tableAt<const TargetRecord>(targetsAddress),
          tableAt<const RangeRecord>(codeRangesAddress),
          its.targets,
          its.codeRanges,
          its.standardInput,
          its.openStreams};
}

LibraryState &libraryState() { return at<LibraryState>(libraryStateAddress); }

int64_t outputSize() {
  struct stat file;
  long result = systemCall(SYS_fstat, STDOUT_FILENO, &file);
  return result < 0 ? result : file.st_size;
}

bool isStandardOutput(int32_t descriptor) {
  struct stat file, output;
  return descriptor == STDOUT_FILENO ||
         (systemCall(SYS_fstat, descriptor, &file) == 0 &&
          systemCall(SYS_fstat, STDOUT_FILENO, &output) == 0 &&
          file.st_dev == output.st_dev && file.st_ino == output.st_ino);
}

void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count) {
  recordWords(mark, words, count);
}

void setPendingReturn(uint32_t hook) { processState().pendingReturn = hook; }

/// Blocks signals while the runtime compares memory. To deliver a signal, the
/// server first single-steps the process out of the runtime. During a
/// comparison, these steps would take seconds. The runtime is the tool's code
/// in the process.
void holdSignals() {
  LibraryState &state = libraryState();
  if (state.isRestricted)
    return;
  uint64_t held = signalsHeld;
  systemCall(SYS_rt_sigprocmask, SIG_BLOCK, &held, &state.signalMask,
             sizeof(held));
  __atomic_store_n(&state.holdsSignals, 1, __ATOMIC_RELEASE);
}

void releaseSignals() {
  LibraryState &state = libraryState();
  if (state.isRestricted)
    return;
  __atomic_store_n(&state.holdsSignals, 0, __ATOMIC_RELEASE);
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, &state.signalMask, 0,
             sizeof(state.signalMask));
}

void arriveAtLibraryCall(HookFrame *frame, uint32_t hook) {
  LibraryTables tables = libraryTables();
  frame->registers.pc = tables.calls[tables.hooks[hook].libraryCall].resume;
  if (processState().isLive)
    beginLibraryCall(frame->registers, hook, frame->registers.value[R11]);
}

void arriveFromLibrary(HookFrame *frame, uint32_t) {
  frame->registers.pc = frame->registers.value[R10];
  if (processState().isLive)
    endLibraryCall(frame->registers, frame->registers.pc);
}

} // namespace pinstripe::native
