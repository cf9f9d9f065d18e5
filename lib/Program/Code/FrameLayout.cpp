// Finds the prologue, the epilogue and the frame of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Code/FrameLayout.h"
#include "Code/Refusal.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace pinstripe {

namespace {

using InstructionKind = Instruction::Kind;

/// Returns the index of the instruction after `push rbp; mov rbp, rsp`. An
/// `endbr64` and the call of a profiler may come before the `push`. Returns
/// nullopt if the function begins in another way.
std::optional<uint32_t> afterFrameSetup(const FunctionCode &code) {
  uint32_t i = 0;
  while (i < code.size() &&
         (code.instructions[i].kind == InstructionKind::Nop ||
          code.callee[i] == "__fentry__"))
    ++i;
  if (i + 1 >= code.size())
    return std::nullopt;
  const Instruction &push = code.instructions[i];
  const Instruction &move = code.instructions[i + 1];
  bool isStandard = push.kind == InstructionKind::Push &&
                    (push.uses & generalRegister(RBP)) &&
                    (move.defines & generalRegister(RBP)) &&
                    (move.uses & generalRegister(RSP)) && !move.readsMemory &&
                    !move.writesMemory;
  if (!isStandard)
    return std::nullopt;
  return i + 2;
}

bool setsFramePointer(const FunctionCode &code) {
  return llvm::any_of(code.instructions, [](const Instruction &instruction) {
    return instruction.defines & generalRegister(RBP);
  });
}

/// Returns the address at which the prologue of a function ends. clang marks
/// the row of the line table at which the prologue ends; gcc does not. Without
/// a mark, the prologue ends at the first row whose position in the source
/// differs from that of the function's first row, since gcc repeats the first
/// position in a long prologue.
uint64_t prologueEnd(const DebugFunction &function) {
  for (const LineRow &row : function.rows)
    if (row.isPrologueEnd)
      return row.address;
  for (const LineRow &row : function.rows)
    if (row.line && (row.line != function.rows.front().line ||
                     row.column != function.rows.front().column))
      return row.address;
  return function.high;
}

/// Returns those of `registers` that the code reads before it sets them. Looks
/// only at the instructions from the index `start` to the end of their basic
/// block.
RegisterSet readInBlock(const FunctionCode &code, uint32_t start,
                        RegisterSet registers) {
  RegisterSet read = 0;
  for (uint32_t i = start; i < code.size() && registers; ++i) {
    const Instruction &instruction = code.instructions[i];
    if (instruction.kind == InstructionKind::Call || instruction.isJumpLike() ||
        instruction.endsBlock() || (i > start && code.isTarget[i]))
      break;
    read |= instruction.uses & registers;
    registers &= ~instruction.defines;
  }
  return read;
}

/// Finds where the body of a function starts. The body starts after the code
/// that stores the parameters from registers into the frame.
llvm::Expected<uint32_t> findBody(const DebugFunction &function,
                                  const FunctionCode &code, uint32_t setup) {
  auto found = std::ranges::lower_bound(
      code.instructions, prologueEnd(function), {}, &Instruction::address);
  if (found == code.instructions.end())
    return llvm::make_error<TargetError>(refusal::noRow.str());
  uint32_t start =
      std::max(static_cast<uint32_t>(found - code.instructions.begin()), setup);
  RegisterSet incoming = argumentRegisters();
  for (uint32_t i = 0; i < start; ++i)
    if (code.instructions[i].kind != InstructionKind::Nop)
      incoming &= ~code.instructions[i].defines;
  while (start < code.size() && readInBlock(code, start, incoming)) {
    incoming &= ~code.instructions[start].defines;
    ++start;
  }
  if (start >= code.size())
    return llvm::make_error<TargetError>(refusal::noCode.str());
  return start;
}

bool isFrameRestore(const Instruction &instruction) {
  return instruction.frameOffset && instruction.loadedRegister &&
         (instruction.defines & calleeSavedRegisters);
}

/// Returns the index of the instruction that begins to tear down the frame
/// before a `ret`. `ret` is the index of the `ret`. The frame is torn down by
/// pops and by one instruction that resets rsp, such as `leave`. An `add rsp,
/// n` counts as this instruction only at the stack depth `baseDepth`, the depth
/// between statements. At another depth, it drops the arguments of a call.
uint32_t tearDownOf(const FunctionCode &code, uint32_t ret,
                    std::optional<int64_t> baseDepth) {
  bool stackIsReset = false;
  uint32_t start = ret;
  while (start > 0 && !code.isTarget[start]) {
    const Instruction &before = code.instructions[start - 1];
    bool resets = before.kind == InstructionKind::Leave ||
                  before.stackFromFrame ||
                  (before.kind == InstructionKind::Other &&
                   before.stackChange && *before.stackChange > 0);
    bool belongs = isFrameRestore(before);
    if (before.kind == InstructionKind::Pop)
      belongs = !stackIsReset;
    else if (resets)
      belongs = !stackIsReset;
    if (!belongs)
      break;
    if (resets && !before.stackFromFrame && baseDepth &&
        code.depth[start - 1] && *code.depth[start - 1] != *baseDepth)
      break;
    stackIsReset |= resets;
    --start;
  }
  return start;
}

uint32_t frameSizeOf(const FunctionCode &code) {
  constexpr int64_t implausible = -(int64_t(1) << 24);
  int64_t lowest = 0;
  // An `and rsp, -n` aligns rsp, so the distance between rsp and rbp is unknown
  // after it. `realigned` is the largest number of bytes by which the frame can
  // grow through such instructions, and through changes of rsp after them.
  int64_t realigned = 0;
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    if (code.depth[i])
      lowest = std::min(lowest, *code.depth[i]);
    else if (instruction.kind == InstructionKind::Other &&
             instruction.stackChange)
      realigned += std::max<int64_t>(0, -*instruction.stackChange);
    realigned += instruction.stackAlignment;
    if (instruction.frameOffset && *instruction.frameOffset > implausible)
      lowest = std::min<int64_t>(lowest, *instruction.frameOffset);
  }
  // The frame also includes the 8 bytes of the saved rbp.
  return static_cast<uint32_t>((realigned - lowest + 7) / 8 * 8 + 8);
}

} // namespace

llvm::Expected<FrameLayout> findFrame(const DebugFunction &function,
                                      const FunctionCode &code) {
  if (function.rows.empty())
    return llvm::make_error<TargetError>("no line table");
  auto setup = afterFrameSetup(code);
  if (!setup && !setsFramePointer(code))
    return llvm::make_error<TargetError>(
        "built without a frame pointer; build it "
        "with -O0 -fno-omit-frame-pointer");
  if (!setup)
    return llvm::make_error<TargetError>(
        "no standard frame (push rbp; mov rbp, rsp): optimised, assembly, or "
        "a realigned stack");
  FrameLayout layout;
  auto body = findBody(function, code, *setup);
  if (!body)
    return body.takeError();
  layout.bodyStart = *body;
  layout.baseDepth = code.depth[*body];
  for (uint32_t i = 0; i < code.size(); ++i)
    if (code.instructions[i].kind == InstructionKind::Return)
      layout.tearDowns.push_back({tearDownOf(code, i, layout.baseDepth), i});
  if (!layout.tearDowns.empty()) {
    layout.tearDown = layout.tearDowns.back().first;
    layout.ret = layout.tearDowns.back().second;
  }
  if (layout.tearDown && *layout.tearDown < layout.bodyStart)
    layout.bodyStart = *layout.tearDown;
  layout.frameSize = frameSizeOf(code);
  return layout;
}

} // namespace pinstripe
