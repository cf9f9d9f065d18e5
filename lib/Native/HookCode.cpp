//===- HookCode.cpp - The machine code of hooks ---------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookBase.h"
#include "Runtime/Activations.h"
#include <array>

using namespace pinstripe;
using namespace pinstripe::native;

namespace {

using Label = CodeBuffer::Label;

#define FIELD_ADDRESS(base, type, field)                                       \
  static_cast<uint32_t>((base) + offsetof(type, field))

constexpr uint32_t frameField =
    FIELD_ADDRESS(processStateAddress, ProcessState, frame);
constexpr uint32_t positionField =
    FIELD_ADDRESS(runStateAddress, RunState, position);
constexpr uint32_t runEndField =
    FIELD_ADDRESS(runStateAddress, RunState, runEnd);
constexpr uint32_t returnExecutedField =
    FIELD_ADDRESS(runStateAddress, RunState, returnExecuted);
constexpr uint32_t markField = FIELD_ADDRESS(runStateAddress, RunState, mark);
constexpr uint32_t executedField =
    FIELD_ADDRESS(runStateAddress, RunState, executed);
constexpr uint32_t lastField = FIELD_ADDRESS(runStateAddress, RunState, last);
constexpr uint32_t topActivationField =
    FIELD_ADDRESS(processStateAddress, ProcessState, topActivation);
constexpr uint32_t dispatchCell =
    FIELD_ADDRESS(runtimeBase, ImageHeader, dispatch);
constexpr uint32_t recordCell = FIELD_ADDRESS(runtimeBase, ImageHeader, record);
constexpr uint32_t liveCell = FIELD_ADDRESS(runtimeBase, ImageHeader, live);
constexpr uint32_t operandCell =
    FIELD_ADDRESS(runtimeBase, ImageHeader, operand);
constexpr uint32_t everyEntryField =
    FIELD_ADDRESS(processStateAddress, ProcessState, everyEntry);
constexpr uint32_t countdownOffsetField =
    FIELD_ADDRESS(processStateAddress, ProcessState, countdownOffset);
constexpr uint32_t strayCountdownField =
    FIELD_ADDRESS(processStateAddress, ProcessState, strayCountdown);
static_assert(unitsAddress >> 32 != 0);

class RecorderHooks : public Hooks {
public:
  explicit RecorderHooks(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, recordCell) {}

  void emit(uint32_t hook, CodeBuffer &code) override {
    if (emitEntry(hook, code))
      return;
    const HookInfo &info = hooks[hook];
    bool isExit = (info.flags & hookIsExit) != 0;
    // The start of a body is no event.
    if (!isExit && info.entry == none)
      return;
    Label rare = code.newLabel();
    rareParts[hook] = rare;
    code.append({0x4c, 0x8b, 0x1c, 0x25}); // mov r11, [cursor]
    code.append32(cursorField);
    code.append({0x4c, 0x3b, 0x1c, 0x25}); // cmp r11, [chunkEnd]
    code.append32(chunkEndField);
    code.jumpIf(ConditionCode::AboveOrEqual, rare);
    // The tag last: the tool reads along.
    code.append({0x41, 0x89, 0x2b});       // mov [r11], ebp
    code.append({0x41, 0xc7, 0x43, 0x04}); // mov dword [r11 + 4], tag
    RecordTag tag = isExit ? RecordTag::Exit : RecordTag::Unit;
    code.append32(static_cast<uint32_t>(tag) | (hook + 1));
    code.append({0x4d, 0x8d, 0x5b, 0x08}); // lea r11, [r11 + 8]
    code.append({0x4c, 0x89, 0x1c, 0x25}); // mov [cursor], r11
    code.append32(cursorField);
  }
};

class DispatchHooks : public Hooks {
public:
  explicit DispatchHooks(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, dispatchCell) {}

  void emit(uint32_t hook, CodeBuffer &code) override {
    if (emitEntry(hook, code))
      return;
    const HookInfo &info = hooks[hook];
    if (info.flags & hookIsExit) {
      emitExit(hook, code);
      return;
    }
    if (info.entry == none) {
      goToRuntime(hook, slowCell, code);
      return;
    }
    Label rare = code.newLabel();
    rareParts[hook] = rare;
    code.append({0x48, 0x3b, 0x2c, 0x25}); // cmp rbp, [frame]
    code.append32(frameField);
    code.jumpIf(ConditionCode::NotEqual, rare);
    code.append({0x44, 0x8b, 0x14, 0x25}); // mov r10d, [position]
    code.append32(positionField);
    code.append({0x44, 0x3b, 0x14, 0x25}); // cmp r10d, [runEnd]
    code.append32(runEndField);
    code.jumpIf(ConditionCode::AboveOrEqual, rare);
    code.append({0x49, 0xbb}); // mov r11, units
    code.append32(static_cast<uint32_t>(unitsAddress));
    code.append32(static_cast<uint32_t>(unitsAddress >> 32));
    code.append({0x43, 0x81, 0x3c, 0x93}); // cmp dword [r11 + 4 * r10], entry
    code.append32(info.entry);
    code.jumpIf(ConditionCode::NotEqual, rare);
    code.append({0x41, 0xff, 0xc2});       // inc r10d
    code.append({0x44, 0x89, 0x14, 0x25}); // mov [position], r10d
    code.append32(positionField);
    if (info.flags & hookIsReturnUnit) {
      code.append({0xc6, 0x04, 0x25}); // mov byte [returnExecuted], 1
      code.append32(returnExecutedField);
      code.append({0x01});
    }
  }

private:
  /// Takes away the top activation if nothing of it is left to do: all its
  /// events were executed, and the return among them.
  void emitExit(uint32_t hook, CodeBuffer &code) {
    Label rare = code.newLabel();
    rareParts[hook] = rare;
    Label isSettled = code.newLabel();
    withField(code, {0x48, 0x3b, 0x2c, 0x25}, frameField); // cmp rbp, [...]
    code.jumpIf(ConditionCode::NotEqual, rare);
    withField(code, {0x4c, 0x8b, 0x1c, 0x25}, topActivationField);  // mov r11
    withField(code, {0x44, 0x8a, 0x14, 0x25}, returnExecutedField); // mov r10b
    // cmp r10b, [r11 + exitGuard]
    code.append({0x45, 0x3a, 0x53, offsetof(Activation, exitGuard)});
    code.jumpIf(ConditionCode::Below, rare);
    withField(code, loadR10, positionField);
    // cmp r10d, [r11 + end]
    code.append({0x45, 0x3b, 0x53, offsetof(Activation, end)});
    code.jumpIf(ConditionCode::NotEqual, rare);
    withField(code, {0x44, 0x2b, 0x14, 0x25}, markField); // sub r10d, [...]
    code.jumpIf(ConditionCode::Equal, isSettled);
    withField(code, {0x4c, 0x01, 0x14, 0x25}, executedField); // add [...], r10
    withField(code, loadR10, positionField);
    code.append({0x41, 0xff, 0xca}); // dec r10d
    withField(code, storeR10, lastField);
    code.bind(isSettled);
    emitPop(code);
  }

  /// Makes the activation below r11 the top one.
  static void emitPop(CodeBuffer &code) {
    code.append({0x49, 0x83, 0xeb, sizeof(Activation)}); // sub r11, ...
    withField(code, {0x4c, 0x89, 0x1c, 0x25}, topActivationField); // mov, r11
    // mov r10, [r11 + ...]; mov [...], r10
    code.append({0x4d, 0x8b, 0x53, offsetof(Activation, fastFrame)});
    withField(code, {0x4c, 0x89, 0x14, 0x25}, frameField);
    // The same with r10b, then r10d.
    code.append({0x45, 0x8a, 0x53, offsetof(Activation, returnExecuted)});
    withField(code, {0x44, 0x88, 0x14, 0x25}, returnExecutedField);
    code.append({0x45, 0x8b, 0x53, offsetof(Activation, runEnd)});
    withField(code, storeR10, runEndField);
    code.append({0x45, 0x8b, 0x53, offsetof(Activation, position)});
    withField(code, storeR10, positionField);
    withField(code, storeR10, markField);
  }

  /// mov r10d, [...] and mov [...], r10d
  static constexpr std::array<uint8_t, 4> loadR10 = {0x44, 0x8b, 0x14, 0x25};
  static constexpr std::array<uint8_t, 4> storeR10 = {0x44, 0x89, 0x14, 0x25};
  /// An instruction with an absolute operand.
  static void withField(CodeBuffer &code,
                        const std::array<uint8_t, 4> &instruction,
                        uint32_t field) {
    code.append(instruction);
    code.append32(field);
  }
};

static_assert(sizeof(Activation) < 128, "offsets of one byte");

/// What both kinds of hooks of live flow have in common.
class LiveHooksBase : public Hooks {
protected:
  explicit LiveHooksBase(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, liveCell) {}

  /// True if the hook is no matter of events. The flags, which an operand
  /// decides by, are left alone: its cell says where to go on, which is right
  /// behind the hook but for the operand that is to be forced.
  bool emitOther(uint32_t hook, CodeBuffer &code) const {
    if (emitEntry(hook, code) || (hooks[hook].flags & hookIsEmpty) != 0)
      return true;
    if ((hooks[hook].flags & hookIsOperand) == 0)
      return false;
    [[maybe_unused]] uint64_t start = code.here();
    jumpThrough(static_cast<uint32_t>(operandCellsAddress +
                                      sizeof(uint64_t) * hooks[hook].entry),
                code);
    assert(code.here() == start + operandJumpSize);
    goToRuntime(hook, operandCell, code);
    return true;
  }
};

/// Counts down to the next event that matters.
class LiveHooks : public LiveHooksBase {
public:
  explicit LiveHooks(llvm::ArrayRef<HookInfo> hooks) : LiveHooksBase(hooks) {}

  void emit(uint32_t hook, CodeBuffer &code) override {
    if (emitOther(hook, code))
      return;
    const HookInfo &info = hooks[hook];
    bool isExit = (info.flags & hookIsExit) != 0;
    // The start of a body is no event.
    if (!isExit && info.entry == none)
      return;
    Label rare = code.newLabel();
    rareParts[hook] = rare;
    code.append({0x48, 0x3b, 0x2c, 0x25}); // cmp rbp, [frame]
    code.append32(frameField);
    code.jumpIf(ConditionCode::Equal, rare);
    if (isExit)
      return;
    code.append({0x81, 0x3c, 0x25}); // cmp dword [everyEntry], entry + 1
    code.append32(everyEntryField);
    code.append32(info.entry + 1);
    code.jumpIf(ConditionCode::Equal, rare);
    code.append({0x44, 0x8b, 0x1c, 0x25}); // mov r11d, [countdownOffset]
    code.append32(countdownOffsetField);
    Label uncounted = code.newLabel();
    uncountedParts[hook] = uncounted;
    addToCountdown(-1, code);
    code.jumpIf(ConditionCode::Equal, uncounted);
  }

  void emitRare(uint32_t hook, CodeBuffer &code) override {
    auto found = uncountedParts.find(hook);
    if (found != uncountedParts.end()) {
      code.bind(found->second);
      addToCountdown(1, code);
      uncountedParts.erase(found);
    }
    Hooks::emitRare(hook, code);
  }

private:
  /// add qword [r11 + strayCountdown], number
  static void addToCountdown(int8_t number, CodeBuffer &code) {
    code.append({0x49, 0x83, 0x83});
    code.append32(strayCountdownField);
    code.append({static_cast<uint8_t>(number)});
  }

  llvm::DenseMap<uint32_t, Label> uncountedParts;
};

/// Leaves everything to the runtime.
class LiveRecorderHooks : public LiveHooksBase {
public:
  explicit LiveRecorderHooks(llvm::ArrayRef<HookInfo> hooks)
      : LiveHooksBase(hooks) {}

  void emit(uint32_t hook, CodeBuffer &code) override {
    if (emitOther(hook, code))
      return;
    bool isExit = (hooks[hook].flags & hookIsExit) != 0;
    if (isExit || hooks[hook].entry != none)
      goToRuntime(hook, slowCell, code);
  }
};

#undef FIELD_ADDRESS

} // namespace

std::unique_ptr<HookEmitter>
pinstripe::makeRecorderHooks(llvm::ArrayRef<HookInfo> hooks) {
  return std::make_unique<RecorderHooks>(hooks);
}

std::unique_ptr<HookEmitter>
pinstripe::makeLiveHooks(llvm::ArrayRef<HookInfo> hooks) {
  return std::make_unique<LiveHooks>(hooks);
}

std::unique_ptr<HookEmitter>
pinstripe::makeLiveRecorderHooks(llvm::ArrayRef<HookInfo> hooks) {
  return std::make_unique<LiveRecorderHooks>(hooks);
}

std::unique_ptr<HookEmitter>
pinstripe::makeDispatchHooks(llvm::ArrayRef<HookInfo> hooks) {
  return std::make_unique<DispatchHooks>(hooks);
}
