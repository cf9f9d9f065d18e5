// Implements the parts of Pinstripe's runtime that recordings and partial
// executions have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test.

#include "Runtime.h"
#include "SystemCalls.h"

namespace pinstripe::native {

// Stubs.S can't include C++ headers, so it contains addresses, offsets and
// sizes as plain numbers. The following assertions check that these numbers
// agree with the headers.
static_assert(processStateAddress == 0x70100000);
static_assert(offsetof(ProcessState, frame) == 0);
static_assert(offsetof(ProcessState, chunkEnd) == 16);
static_assert(offsetof(ProcessState, isLive) == 24);
static_assert(offsetof(ProcessState, savedStackPointer) == 32);
static_assert(offsetof(ProcessState, target) == 48);
static_assert(offsetof(ProcessState, vforkHook) == 56);
static_assert(offsetof(ProcessState, vforkFrame) == 64);
static_assert(offsetof(ProcessState, vforkChunkEnd) == 72);
static_assert(offsetof(ProcessState, vforkCountdown) == 80);
static_assert(offsetof(ProcessState, countdownOffset) == 88);
static_assert(offsetof(ProcessState, cursor) == 8);
static_assert(offsetof(ProcessState, vforkCursor) == 96);
static_assert(offsetof(ProcessState, flags) == 104);
static_assert(offsetof(ProcessState, resume) == 112);
static_assert(runtimeStackAddress == 0x70300000);
static_assert(runtimeStackSize == 0x40000);
static_assert(hooksAddress == 0x160000000000);
static_assert(setupAddress == 0x1b0000000000);
static_assert(sizeof(HookRecord) == 40 && offsetof(HookRecord, body) == 8);
static_assert(sizeof(HookFrame) == 20 * 8);

/// Returns glibc's thread pointer, which is at fs:0. Must not be called before
/// the program's first hook, because a static program sets fs only after its
/// entry point.
static uint64_t threadPointer() {
  uint64_t value = 0;
  __asm__("mov %%fs:0, %0" : "=r"(value));
  return value;
}

bool takePass() {
  ProcessState &state = processState();
  HookPass pass = state.pass;
  state.pass = HookPass::None;
  if (pass == HookPass::OnlyNext)
    state.threadPointer = 0;
  return pass != HookPass::None;
}

void checkThread(uint32_t function) {
  if (setup().takesTurns)
    return;
  uint64_t &expected = processState().threadPointer;
  uint64_t actual = threadPointer();
  if (expected == 0)
    expected = actual;
  else if (expected != actual)
    diverge(DivergeReason::SecondThread, function);
}

void poisonFrame(uint64_t sp, uint32_t size) {
  if (!setup().poisonFrames)
    return;
  uint64_t begin = sp - size;
  poisonStores(&at<uint64_t>(begin), size / 8, poisonAt(begin));
}

void end(EndKind kind, uint64_t detail) {
  RunState &run = runState();
  run.executed += run.position - run.mark;
  if (run.position != run.mark)
    run.last = run.position - 1;
  run.mark = run.position;
  run.detail = detail;
  run.end = kind;
  for (;;)
    systemCall(SYS_exit_group, 0);
}

void diverge(DivergeReason reason, uint32_t function) {
  runState().reason = reason;
  runState().function = function;
  end(EndKind::Diverged);
}

/// Answers malloc when it calls getrandom. malloc uses the answer as the mark
/// of freed blocks. The answer is always the same number. Otherwise, a run that
/// reads freed memory would depend on the server that has forked the run. All
/// other calls of getrandom go to libc.
static void answerMalloc(HookFrame &frame, const HookRecord &hook) {
  uint64_t *registers = frame.registers.value;
  constexpr uint64_t nonBlocking = 1, near = uint64_t(16) << 20;
  uint64_t place = registers[RDI];
  bool isOfLibc = place - hook.address + near < 2 * near;
  if (!isOfLibc || registers[RSI] != sizeof(uint64_t) ||
      registers[RDX] != nonBlocking)
    return;
  at<uint64_t>(place) = mallocKey;
  registers[RAX] = sizeof(uint64_t);
  frame.registers.pc = at<uint64_t>(registers[RSP]);
  registers[RSP] += 8;
}

void arriveAtEntry(HookFrame *frame, uint32_t index) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  const ExchangeRecord *exchange = exchangeOf(hook, index);
  frame->registers.pc = exchange ? exchange->code : hook.body;
  if (!processState().isLive)
    return;
  if (hook.flags & hookIsGetRandom) {
    answerMalloc(*frame, hook);
    return;
  }
  takePass();
  bool isExitFunction = (hook.flags & hookIsExitFunction) != 0;
  if (!isExitFunction)
    checkThread(hook.function);
  uint64_t sp = frame->registers.value[RSP];
  switch (processState().mode) {
  case RunMode::Recording:
  case RunMode::DetailedRecording:
    if (exchange) {
      poisonFrame(sp, exchange->frameSize);
      break;
    }
    if (asksForRoom(*frame, index))
      break;
    if (isExitFunction)
      recordExitFunction(*frame);
    else
      recordEntry(hook, index, sp, frame->registers.value[RBP]);
    break;
  case RunMode::Execution:
    if (isExitFunction)
      dispatchExitFunction(*frame);
    else
      dispatchEntry(*frame, hook);
    break;
  case RunMode::Live:
  case RunMode::LiveRecording:
    if (!isExitFunction)
      frame->registers.pc =
          enterLive(hook, index, sp, frame->registers.value[RBP]);
    else if (processState().mode == RunMode::LiveRecording)
      recordExitFunction(*frame);
    break;
  }
}

/// Called by the hook at the entry of a function whose statements are not
/// recorded. Ends the run if the caller is a second thread, since only one
/// thread can be recorded.
void arriveInThread(HookFrame *frame, uint32_t) {
  frame->registers.pc = frame->registers.value[R10];
  if (processState().isLive)
    checkThread(none);
}

uint64_t enterQuickly(uint32_t index, uint64_t sp, uint64_t fp,
                      uint64_t firstArgument) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  if (!processState().isLive || (hook.flags & hookIsLibc))
    return 0;
  takePass();
  checkThread(hook.function);
  switch (processState().mode) {
  case RunMode::Execution:
    return dispatchQuickly(hook, sp, fp, firstArgument);
  case RunMode::Recording:
  case RunMode::DetailedRecording:
    if (const ExchangeRecord *exchange = exchangeOf(hook, index)) {
      poisonFrame(sp, exchange->frameSize);
      return exchange->code;
    }
    // At a hook without room in the log, the thread has to stop.
    if (setup().takesTurns && processState().cursor >= processState().chunkEnd)
      return 0;
    recordEntry(hook, index, sp, fp);
    break;
  case RunMode::Live:
  case RunMode::LiveRecording:
    return enterLive(hook, index, sp, fp);
  }
  return hook.body;
}

} // namespace pinstripe::native
