// Emits the machine code of hooks, the code to which patched instructions jump.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/HookBase.h"
#include "Runtime/Activations.h"
#include "pinstripe/Program/ConditionFlags.h"

using namespace pinstripe;
using namespace pinstripe::native;

namespace {

constexpr uint32_t frameField = PROCESS_FIELD(frame);
constexpr uint32_t topActivationField = PROCESS_FIELD(topActivation);
constexpr uint32_t positionField = RUN_FIELD(position);
constexpr uint32_t runEndField = RUN_FIELD(runEnd);
constexpr uint32_t markField = RUN_FIELD(mark);
constexpr uint32_t returnExecutedField = RUN_FIELD(returnExecuted);
constexpr uint32_t decisionField = PROCESS_FIELD(decision);
constexpr uint32_t decisionsField = RUN_FIELD(decisions);

class RecorderHooks final : public Hooks {
public:
  RecorderHooks(llvm::ArrayRef<HookInfo> hooks, bool takesTurns)
      : Hooks(hooks, RUNTIME_CELL(record)), takesTurns(takesTurns) {}

private:
  void assemble(uint32_t hook) override {
    if (takesTurns)
      assembleTurn(hook);
    if (assembleEntry(hook))
      return;
    bool isExit = (hooks[hook].flags & hookIsExit) != 0;
    // The hook at the start of a function's body comes after the prologue. If
    // no statement begins there, only partial executions (runs that skip
    // statements) need the hook, and it gets no code in a recording.
    if (!isExit && hooks[hook].entry == none)
      return;
    mov(r11, ptr[at(cursorField)]);
    cmp(r11, ptr[at(chunkEndField)]);
    jumpIf(ConditionCode::AboveOrEqual, rarePartOf(hook));
    appendRecord(hook, isExit);
  }

  bool takesTurns;
};

/// Emits the hooks of partial executions, both in trace flow and in guarded
/// flow. In guarded flow, conditions must decide as recorded. There, hooks also
/// compute a digest of the processor flags with which conditions decide; see
/// RunResult::decisions.
class DispatchHooks final : public Hooks {
public:
  DispatchHooks(llvm::ArrayRef<HookInfo> hooks, uint32_t entryWidth,
                bool isGuarded, bool takesTurns)
      : Hooks(hooks, dispatchCell), entryWidth(entryWidth),
        isGuarded(isGuarded), takesTurns(takesTurns) {}

private:
  static constexpr uint32_t dispatchCell = RUNTIME_CELL(dispatch);

  void assemble(uint32_t hook) override {
    const HookInfo &info = hooks[hook];
    if ((info.flags & hookIsEmpty) != 0)
      return;
    if (takesTurns)
      assembleTurn(hook);
    if (assembleEntry(hook))
      return;
    if (info.flags & hookReadsFlags)
      assembleReader();
    else if (info.flags & hookIsExit)
      assembleExit(hook);
    else if (info.entry == none)
      goToRuntime(hook, dispatchCell);
    else
      assembleUnit(hook, info);
  }

  /// Writes the hook at an instruction that reads the processor flags. The hook
  /// adds the flags to the digest of decisions, and restores them. In a process
  /// that the program has forked, the hook does not change the digest: its
  /// memory is shared with the parent process, and only the parent's decisions
  /// count.
  void assembleReader() {
    loadFlags(r10);
    mov(r11, rax);
    Label isDone = flush().newLabel();
    cmp(qword[at(PROCESS_FIELD(isLive))], 0);
    jumpIf(ConditionCode::Equal, isDone);
    mov(rax, ptr[at(decisionsField)]);
    imul(rax, rax, decisionFactor);
    mov(ptr[at(decisionField)], r10);
    and_(r10d, decisionMask);
    add(rax, r10);
    mov(ptr[at(decisionsField)], rax);
    mov(r10, ptr[at(decisionField)]);
    bind(isDone);
    mov(rax, r10);
    // Restores the overflow flag. `seto` has stored it in al as 0 or 1, and the
    // addition of 127 overflows only if al is 1.
    add(al, 127);
    sahf();
    mov(rax, r11);
  }

  /// Writes code that loads the processor flags into `target`, in the form that
  /// the function `addDecision` expects. The code uses r11.
  void loadFlags(const Xbyak::Reg64 &target) {
    mov(r11, rax);
    lahf();
    seto(al);
    movzx(target.cvt32(), ax);
    mov(rax, r11);
  }

  /// In guarded flow (conditions must decide as recorded), writes code that
  /// saves the processor flags in ProcessState::decision, before any
  /// instruction of the hook changes them. In other flows, writes nothing.
  void assembleFlags() {
    if (isGuarded) {
      loadFlags(r10);
      mov(ptr[at(decisionField)], r10);
    }
  }

  /// Writes code that adds a decision to the digest of decisions, if the
  /// recorded event at the index r10d - 1 in EventsByCall (the events sorted by
  /// call) is a condition that decides by the processor flags. The decision is
  /// the flags that `assembleFlags` has saved. The code uses r10 and r11.
  void assembleDecision() {
    Label isDone = flush().newLabel();
    mov(r11, unitsAddress - entryWidth);
    loadEntry();
    imul(r11d, r11d, sizeof(EntryRecord));
    mov(r10, entriesAddress + offsetof(EntryRecord, decidesByFlags));
    cmp(byte[r10 + r11], 0);
    jumpIf(ConditionCode::Equal, isDone);
    mov(r11, ptr[at(decisionsField)]);
    imul(r11, r11, decisionFactor);
    mov(r10, ptr[at(decisionField)]);
    and_(r10d, decisionMask);
    add(r11, r10);
    mov(ptr[at(decisionsField)], r11);
    bind(isDone);
  }

  /// Writes the hook of a statement. In the common case, this execution of the
  /// statement is the next event that the run has to execute, and the hook only
  /// counts it. In all other cases the hook calls the runtime, which is the
  /// tool's code in the process.
  void assembleUnit(uint32_t hook, const HookInfo &info) {
    Label rare = rarePartOf(hook);
    assembleFlags();
    cmp(rbp, ptr[at(frameField)]);
    jumpIf(ConditionCode::NotEqual, rare);
    mov(r10d, ptr[at(positionField)]);
    cmp(r10d, ptr[at(runEndField)]);
    jumpIf(ConditionCode::AboveOrEqual, rare);
    mov(r11, unitsAddress);
    loadEntry();
    cmp(r11d, info.entry);
    jumpIf(ConditionCode::NotEqual, rare);
    inc(r10d);
    mov(ptr[at(positionField)], r10d);
    if (info.flags & hookIsReturnUnit)
      mov(byte[at(returnExecutedField)], 1);
    if (isGuarded) {
      dec(r10d);
      assembleDecision();
    }
  }

  /// Writes code that loads into r11d the number of the statement entry (an
  /// address at which a statement can begin) of a recorded event. Before this
  /// code, r11 must hold the address of the table of these numbers, and r10 the
  /// index of the event in the table.
  void loadEntry() {
    if (entryWidth == 1)
      movzx(r11d, byte[r11 + r10]);
    else if (entryWidth == 2)
      movzx(r11d, word[r11 + r10 * 2]);
    else
      mov(r11d, dword[r11 + r10 * 4]);
  }

  /// Writes the hook at the exit of a function. The hook removes a finished
  /// call from the stack of calls. A call is finished if it has executed all
  /// its events (executions of statements) and, where this is required, its
  /// `return`. If the call is not finished, the hook calls Pinstripe's runtime.
  void assembleExit(uint32_t hook) {
    Label rare = rarePartOf(hook), isSettled = flush().newLabel();
    assembleFlags();
    cmp(rbp, ptr[at(frameField)]);
    jumpIf(ConditionCode::NotEqual, rare);
    mov(r11, ptr[at(topActivationField)]);
    mov(r10b, ptr[at(returnExecutedField)]);
    cmp(r10b, ptr[r11 + offsetof(Activation, exitGuard)]);
    jumpIf(ConditionCode::Below, rare);
    mov(r10d, ptr[at(positionField)]);
    cmp(r10d, ptr[r11 + offsetof(Activation, end)]);
    jumpIf(ConditionCode::NotEqual, rare);
    sub(r10d, ptr[at(markField)]);
    jumpIf(ConditionCode::Equal, isSettled);
    add(ptr[at(RUN_FIELD(executed))], r10);
    mov(r10d, ptr[at(positionField)]);
    dec(r10d);
    mov(ptr[at(RUN_FIELD(last))], r10d);
    bind(isSettled);
    if (isGuarded) {
      mov(r10d, ptr[at(positionField)]);
      assembleDecision();
      mov(r11, ptr[at(topActivationField)]);
    }
    assemblePop();
  }

  /// Writes code that removes a finished call from the stack of calls that
  /// Pinstripe's runtime keeps. The caller becomes the innermost call. At the
  /// beginning of this code, r11 must hold the address of the finished call's
  /// record, an Activation.
  void assemblePop() {
    sub(r11, sizeof(Activation));
    mov(ptr[at(topActivationField)], r11);
    mov(r10, ptr[r11 + offsetof(Activation, fastFrame)]);
    mov(ptr[at(frameField)], r10);
    mov(r10b, ptr[r11 + offsetof(Activation, returnExecuted)]);
    mov(ptr[at(returnExecutedField)], r10b);
    mov(r10d, ptr[r11 + offsetof(Activation, runEnd)]);
    mov(ptr[at(runEndField)], r10d);
    mov(r10d, ptr[r11 + offsetof(Activation, position)]);
    mov(ptr[at(positionField)], r10d);
    mov(ptr[at(markField)], r10d);
  }

  /// The size in bytes of an element in the table at `unitsAddress`. The table
  /// tells at which statement entry (an address at which a statement can begin)
  /// each recorded event began.
  uint32_t entryWidth;
  bool isGuarded;
  bool takesTurns;
};

/// Base class of the two emitters of hooks for live flow, in which the program
/// runs normally except for a few changes.
class LiveHooksBase : public Hooks {
public:
  explicit LiveHooksBase(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, liveCell) {}

protected:
  static constexpr uint32_t liveCell = RUNTIME_CELL(live);

  /// Writes the code of a hook at a function entry, in libc, or at an operand
  /// of `&&`, `||` or `?`, and returns true. Also returns true for a hook that
  /// needs no code. For any other hook, writes nothing and returns false.
  ///
  /// The hook of an operand must not change the processor flags, since they
  /// hold the operand's value. So this hook only jumps to an address that is
  /// stored in memory. Normally this is the address of the code after the hook.
  /// To force the operand's value, Pinstripe's runtime stores there the address
  /// of code that calls the runtime.
  bool assembleOther(uint32_t hook) {
    if (assembleEntry(hook) || (hooks[hook].flags & hookIsEmpty) != 0)
      return true;
    if ((hooks[hook].flags & hookIsOperand) == 0)
      return false;
    jumpThrough(static_cast<uint32_t>(operandCellsAddress +
                                      sizeof(uint64_t) * hooks[hook].entry));
    assert(getSize() == operandJumpSize);
    goToRuntime(hook, RUNTIME_CELL(operand));
    return true;
  }
};

/// Emits hooks that count events. An event is one execution of a statement. At
/// an event that is to be changed, the hook calls Pinstripe's runtime.
class LiveHooks final : public LiveHooksBase {
  using LiveHooksBase::LiveHooksBase;

  void assemble(uint32_t hook) override {
    if (assembleOther(hook))
      return;
    const HookInfo &info = hooks[hook];
    bool isExit = (info.flags & hookIsExit) != 0;
    // The hook at the start of a function's body comes after the prologue. If
    // no statement begins there, only partial executions (runs that skip
    // statements) need the hook. It gets no code in live flow, in which the
    // program decides where control goes.
    if (!isExit && info.entry == none)
      return;
    Label rare = rarePartOf(hook);
    cmp(rbp, ptr[at(frameField)]);
    jumpIf(ConditionCode::Equal, rare);
    if (isExit)
      return;
    cmp(dword[at(PROCESS_FIELD(everyEntry))], info.entry + 1);
    jumpIf(ConditionCode::Equal, rare);
    mov(r11d, ptr[at(PROCESS_FIELD(countdownOffset))]);
    Label uncounted = uncountedParts[hook] = flush().newLabel();
    addToCountdown(-1);
    jumpIf(ConditionCode::Equal, uncounted);
  }

  void assembleRare(uint32_t hook) override {
    auto found = uncountedParts.find(hook);
    if (found != uncountedParts.end()) {
      bind(found->second);
      addToCountdown(1);
      uncountedParts.erase(found);
    }
    Hooks::assembleRare(hook);
  }

  void addToCountdown(int number) {
    add(qword[r11 + PROCESS_FIELD(strayCountdown)], number);
  }

  llvm::DenseMap<uint32_t, Label> uncountedParts;
};

/// Emits hooks that call Pinstripe's runtime at every event (execution of a
/// statement), so that the event is recorded.
class LiveRecorderHooks final : public LiveHooksBase {
  using LiveHooksBase::LiveHooksBase;

  void assemble(uint32_t hook) override {
    if (assembleOther(hook))
      return;
    bool isExit = (hooks[hook].flags & hookIsExit) != 0;
    if (isExit || hooks[hook].entry != none)
      goToRuntime(hook, liveCell);
  }
};

} // namespace

std::unique_ptr<HookEmitter>
pinstripe::makeHooks(RunMode mode, llvm::ArrayRef<HookInfo> hooks,
                     uint32_t entryWidth, bool isGuarded, bool takesTurns) {
  assert(!(isGuarded && takesTurns) && "hooks would change the flags");
  switch (mode) {
  case RunMode::Recording:
    return std::make_unique<RecorderHooks>(hooks, takesTurns);
  case RunMode::Execution:
    return std::make_unique<DispatchHooks>(hooks, entryWidth, isGuarded,
                                           takesTurns);
  case RunMode::Live:
    return std::make_unique<LiveHooks>(hooks);
  case RunMode::LiveRecording:
    return std::make_unique<LiveRecorderHooks>(hooks);
  case RunMode::DetailedRecording:
    break;
  }
  llvm_unreachable("DetailedHooks are for this mode");
}
