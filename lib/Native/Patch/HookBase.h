// Emits the machine code that the hooks of all modes have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is code at a patched instruction of the program. A mode is a kind of
// run, such as a recording. The hooks of each mode do different work. All of
// them write records or call Pinstripe's runtime, which is code that the tool
// has put into the process.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_HOOKBASE_H
#define PINSTRIPE_LIB_NATIVE_PATCH_HOOKBASE_H

#include "Patch/HookCode.h"
#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/DenseMap.h"
#include <xbyak/xbyak.h>

namespace pinstripe {

// The following macros compute addresses of fields in the state of Pinstripe's
// runtime (the tool's code in the process). These addresses are below 2 GiB, so
// that machine instructions can contain them.
#define FIELD_ADDRESS(base, type, field)                                       \
  static_cast<uint32_t>(native::base + offsetof(native::type, field))
#define PROCESS_FIELD(field)                                                   \
  FIELD_ADDRESS(processStateAddress, ProcessState, field)
#define RUN_FIELD(field) FIELD_ADDRESS(runStateAddress, RunState, field)
/// The address of the field `field` in the header of Pinstripe's runtime. The
/// field holds the address of code in the runtime to which hooks jump.
#define RUNTIME_CELL(field) FIELD_ADDRESS(runtimeBase, ImageHeader, field)

constexpr uint32_t cursorField = PROCESS_FIELD(cursor);
constexpr uint32_t chunkEndField = PROCESS_FIELD(chunkEnd);

/// Base class of all emitters of hooks. Subclasses write instructions with the
/// functions of the assembler Xbyak. They write conditional jumps with
/// `jumpIf`, because the distance of such a jump is only known when the code
/// has its final place.
class Hooks : public HookEmitter, protected Xbyak::CodeGenerator {
public:
  /// `slowCell` is the address of a pointer to code of Pinstripe's runtime. A
  /// hook jumps to this code if it can't do all its work by itself.
  Hooks(llvm::ArrayRef<HookInfo> hooks, uint32_t slowCell)
      : CodeGenerator(sizeof(bytes), bytes), hooks(hooks), slowCell(slowCell) {}

  void emit(uint32_t hook, CodeBuffer &code) final {
    buffer = &code;
    isDone = code.newLabel();
    assemble(hook);
    bind(isDone);
    for (const RegisterReload &reload : hooks[hook].reloads) {
      uint8_t number = machineNumber(reload.dwarfRegister);
      if (native::isChangedByHooks(number))
        mov(Xbyak::Reg64(number), ptr[rbp + reload.frameOffset]);
    }
    flush();
  }
  void emitRare(uint32_t hook, CodeBuffer &code) final {
    buffer = &code;
    assembleRare(hook);
    flush();
  }

protected:
  using Label = CodeBuffer::Label;

  /// Writes the code of the hook with the index `hook`.
  virtual void assemble(uint32_t hook) = 0;
  /// Writes the seldom executed part of the hook with the index `hook`. This
  /// part lies apart from the rest of the hook's code.
  virtual void assembleRare(uint32_t hook) {
    auto turn = turnParts.find(hook);
    if (turn != turnParts.end()) {
      bind(turn->second.first);
      // In a process that the program has forked, hooks do nothing.
      cmp(qword[at(PROCESS_FIELD(isLive))], 0);
      jumpIf(ConditionCode::Equal, turn->second.second);
      mov(r11d, hook);
      jumpThrough(RUNTIME_CELL(turn));
      turnParts.erase(turn);
    }
    auto found = rareParts.find(hook);
    if (found == rareParts.end())
      return;
    bind(found->second);
    goToRuntime(hook, slowCell);
    rareParts.erase(found);
  }

  /// Moves the instructions that were written so far into the CodeBuffer, and
  /// returns the CodeBuffer.
  CodeBuffer &flush() {
    buffer->append({getCode(), getSize()});
    resetSize();
    return *buffer;
  }
  uint64_t here() { return flush().here(); }
  void bind(Label label) { flush().bind(label); }
  void jumpIf(ConditionCode condition, Label label) {
    flush().jumpIf(condition, label);
  }
  /// Makes a label for the seldom executed part of the hook with the index
  /// `hook`, and returns the label.
  Label rarePartOf(uint32_t hook) {
    return rareParts[hook] = buffer->newLabel();
  }

  /// Writes code that lets the tool decide whether the thread may pass the hook
  /// with the index `hook`, unless the thread has the turn. The code uses r11.
  void assembleTurn(uint32_t hook) {
    putSeg(fs);
    mov(r11, ptr[at(0)]); // Loads the thread pointer, which is stored at fs:0.
    cmp(r11, ptr[at(PROCESS_FIELD(threadPointer))]);
    turnParts[hook] = {flush().newLabel(), isDone};
    jumpIf(ConditionCode::NotEqual, turnParts[hook].first);
  }

  /// Returns the Xbyak operand for the memory at a fixed address.
  static Xbyak::RegExp at(uint32_t address) { return Xbyak::RegExp(address); }
  void jumpThrough(uint32_t cell) { jmp(ptr[at(cell)]); }
  void goToRuntime(uint32_t hook, uint32_t cell) {
    mov(r10d, hook);
    jumpThrough(cell);
  }
  /// Writes code that appends a record to the raw trace, which is the log of
  /// the recording. The record is for a statement, or for a function's exit.
  /// When the code is executed, r11 must hold the address of the new record.
  void appendRecord(uint32_t hook, bool isExit) {
    auto tag = static_cast<uint32_t>(isExit ? native::RecordTag::Exit
                                            : native::RecordTag::Unit);
    // A record has two halves, and the half with the record's tag must be
    // written last. The tool reads the records while the program runs, and
    // takes a tag other than 0 as a sign that the record is complete.
    mov(dword[r11], ebp);
    mov(dword[r11 + 4], tag | (hook + 1));
    lea(r11, ptr[r11 + 8]);
    mov(ptr[at(cursorField)], r11);
  }
  /// If the hook is at a function entry or in libc, writes its code, which is a
  /// jump to Pinstripe's runtime, and returns true. The code uses r11 but not
  /// r10, since r10 may be in use at the beginning of a function. For any other
  /// hook, writes nothing and returns false.
  bool assembleEntry(uint32_t hook) {
    uint32_t flags = hooks[hook].flags;
    constexpr uint32_t entryFlags = native::hookIsFunctionEntry |
                                    native::hookIsExitFunction |
                                    native::hookIsGetRandom;
    if ((flags & (entryFlags | native::hookIsVFork)) == 0)
      return false;
    mov(r11d, hook);
    jumpThrough((flags & entryFlags) != 0 ? RUNTIME_CELL(enter)
                                          : RUNTIME_CELL(replaceVFork));
    return true;
  }

  llvm::ArrayRef<HookInfo> hooks;

private:
  uint32_t slowCell;
  llvm::DenseMap<uint32_t, Label> rareParts;
  /// For each hook that asks for a turn: where it does so, and where it ends.
  llvm::DenseMap<uint32_t, std::pair<Label, Label>> turnParts;
  Label isDone{}; ///< The end of the hook that is written now.
  CodeBuffer *buffer = nullptr;
  /// Holds the instructions that were written since the last call of `flush`,
  /// which moves them into the CodeBuffer.
  uint8_t bytes[512];
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_HOOKBASE_H
