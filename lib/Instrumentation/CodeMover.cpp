// Moves instructions to another address without changing what they do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeMover.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace pinstripe {

namespace {

using Kind = Instruction::Kind;

constexpr uint8_t operandSizePrefix = 0x66;
constexpr uint8_t lockPrefix = 0xf0;
/// The prefix byte f2. It means `repne` before a string instruction, and `bnd`
/// (a check of bounds) before a branch.
constexpr uint8_t repeatNotEqualPrefix = 0xf2;

bool isLegacyPrefix(uint8_t byte) {
  static constexpr uint8_t prefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65,
                                         0x66, 0x67, 0xf0, 0xf2, 0xf3};
  return is_contained(prefixes, byte);
}

bool isRex(uint8_t byte) { return (byte & 0xf0) == 0x40; }

/// The bytes of an instruction, split into its legacy prefixes (such as `lock`)
/// and the rest.
struct PrefixedCode {
  explicit PrefixedCode(ArrayRef<uint8_t> bytes)
      : prefixes(bytes.take_while(isLegacyPrefix)),
        rest(bytes.drop_front(prefixes.size())) {}
  ArrayRef<uint8_t> prefixes, rest;
};

enum class BranchForm { Conditional, CountDown, Transaction, Unknown };

BranchForm branchForm(ArrayRef<uint8_t> bytes) {
  ArrayRef<uint8_t> rest = PrefixedCode(bytes).rest;
  if ((rest[0] & 0xf0) == 0x70 ||
      (rest.size() > 1 && rest[0] == 0x0f && (rest[1] & 0xf0) == 0x80))
    return BranchForm::Conditional;
  if ((rest[0] & 0xfc) == 0xe0)
    return BranchForm::CountDown;
  if (rest.size() == 6 && rest[0] == 0xc7 && rest[1] == 0xf8)
    return BranchForm::Transaction;
  return BranchForm::Unknown;
}

/// Returns whether the bytes are an indirect near call (FF /2), with or without
/// a REX prefix.
bool isNearIndirectCall(ArrayRef<uint8_t> bytes) {
  PrefixedCode code(bytes);
  ArrayRef<uint8_t> rest = code.rest;
  if (!rest.empty() && isRex(rest[0]))
    rest = rest.drop_front();
  return !is_contained(code.prefixes, operandSizePrefix) && rest.size() >= 2 &&
         rest[0] == 0xff && ((rest[1] >> 3) & 7) == 2;
}

} // namespace

bool CodeMover::canMove(ArrayRef<uint8_t> bytes,
                        const Instruction &instruction) {
  if (instruction.isRipRelative && !instruction.dataAddress)
    return false;
  // A branch with a `lock` prefix is not moved. The processor refuses to
  // execute such a branch. `move` would leave out the prefix, so the copy would
  // be executed.
  bool branches = instruction.isJumpLike() || instruction.kind == Kind::Call;
  if (branches && is_contained(PrefixedCode(bytes).prefixes, lockPrefix))
    return false;
  if (instruction.kind == Kind::ConditionalJump)
    return branchForm(bytes) != BranchForm::Unknown;
  if (instruction.kind == Kind::Call && instruction.isIndirect)
    return isNearIndirectCall(bytes);
  return true;
}

bool CodeMover::reaches(uint64_t address) const {
  // The processor measures distances from the end of an instruction. The
  // instruction is not appended yet, so `distance` is measured from the end of
  // the code so far. The two distances differ by less than `slack` bytes.
  constexpr int64_t slack = 64;
  int64_t distance = static_cast<int64_t>(address - code.here());
  return isInt<32>(distance - slack) && isInt<32>(distance + slack);
}

bool CodeMover::move(ArrayRef<uint8_t> bytes, const Instruction &instruction) {
  if (instruction.kind == Kind::Call)
    return moveCall(bytes, instruction);
  if (instruction.isJumpLike() && !instruction.isIndirect)
    return reaches(instruction.target) && moveBranch(bytes, instruction);
  if (instruction.isRipRelative)
    return moveRelative(bytes, instruction, instruction.dataAddress);
  code.append(bytes);
  return true;
}

void CodeMover::jumpTo(uint64_t address) {
  if (auto label = labels.find(address); label != labels.end())
    code.jump(label->second);
  else
    code.jumpTo(address);
}

bool CodeMover::moveBranch(ArrayRef<uint8_t> bytes,
                           const Instruction &instruction) {
  if (instruction.kind == Kind::Jump) {
    jumpTo(instruction.target);
    return true;
  }
  switch (branchForm(bytes)) {
  case BranchForm::Conditional: {
    ArrayRef<uint8_t> rest = PrefixedCode(bytes).rest;
    uint8_t opcode = rest[0] == 0x0f ? rest[1] : rest[0];
    auto condition = ConditionCode(opcode & 0x0f);
    if (auto label = labels.find(instruction.target); label != labels.end())
      code.jumpIf(condition, label->second);
    else
      code.jumpIfTo(condition, instruction.target);
    return true;
  }
  case BranchForm::CountDown:
    // From the address of its copy, a `loop` or `jrcxz` can't jump far enough
    // to reach its target. So the copy jumps to a near jump, which leads to the
    // target. If the copy does not jump, control falls through to a short jump
    // that skips the near jump.
    code.append(bytes.drop_back());
    code.append({0x02, 0xeb, 0x05});
    jumpTo(instruction.target);
    return true;
  case BranchForm::Transaction:
    return moveRelative(bytes, instruction, instruction.target);
  case BranchForm::Unknown:
    return false;
  }
  llvm_unreachable("all forms are handled");
}

bool CodeMover::moveRelative(ArrayRef<uint8_t> bytes,
                             const Instruction &instruction, uint64_t target) {
  auto place = decoder.distanceOffset(bytes, instruction);
  if (!place || !reaches(target))
    return false;
  SmallVector<uint8_t, 16> moved(bytes);
  support::endian::write32le(
      &moved[*place],
      static_cast<uint32_t>(target - (code.here() + bytes.size())));
  code.append(moved);
  return true;
}

/// Appends code that loads r11 with the address of the function that an
/// indirect call calls.
bool CodeMover::loadCallee(ArrayRef<uint8_t> bytes,
                           const Instruction &instruction) {
  // The load must write r11. So its REX prefix has the bits W for a 64-bit
  // operand, and R, since r11 is one of the registers r8 to r15.
  constexpr uint8_t rexForR11 = 0x4c;
  auto place = instruction.isRipRelative
                   ? decoder.distanceOffset(bytes, instruction)
                   : std::nullopt;
  if (instruction.isRipRelative &&
      (!place || !reaches(instruction.dataAddress)))
    return false;
  PrefixedCode original(bytes);
  SmallVector<uint8_t, 16> load;
  for (uint8_t prefix : original.prefixes)
    if (prefix != repeatNotEqualPrefix)
      load.push_back(prefix);
  ArrayRef<uint8_t> rest = original.rest;
  bool hasRex = isRex(rest[0]);
  load.push_back(hasRex ? rest[0] | rexForR11 : rexForR11);
  rest = rest.drop_front(hasRex ? 2 : 1);
  load.push_back(0x8b);
  load.push_back((rest[0] & 0xc7) | (3 << 3));
  append_range(load, rest.drop_front());
  // A load relative to rip ends with the distance from rip to the memory. Since
  // the copy is at another address, it needs another distance.
  if (place)
    support::endian::write32le(
        load.end() - 4, static_cast<uint32_t>(instruction.dataAddress -
                                              (code.here() + load.size())));
  code.append(load);
  return true;
}

/// Appends code that does what a call does. The called function must find the
/// original return address on the stack, since unwinding fails otherwise.
/// First, a helper call pushes an address and jumps over a single byte. Then an
/// `add` turns the pushed address into the original return address. Finally, a
/// jump leads to the called function.
///
/// The helper must be a call and not a push: the processor predicts returns by
/// pairing each return with a call. After a push, it would mispredict the
/// returns of all callers, too. The `add` may change the processor flags, since
/// no called function expects values in them.
bool CodeMover::moveCall(ArrayRef<uint8_t> bytes,
                         const Instruction &instruction) {
  if (instruction.isIndirect && !loadCallee(bytes, instruction))
    return false;
  if (!reaches(instruction.end()) ||
      (!instruction.isIndirect && !reaches(instruction.target)))
    return false;
  // The helper call pushes its return address, which is the address of the next
  // byte, an int3. The target of the call is the code after this byte.
  code.append({0xe8, 0x01, 0x00, 0x00, 0x00});
  uint64_t pushed = code.here();
  // The next bytes are two instructions: the int3 that the helper call skips,
  // and `add qword ptr [rsp], distance`. The second one turns the pushed
  // address into the original return address.
  code.append({0xcc, 0x48, 0x81, 0x04, 0x24});
  code.append32(static_cast<uint32_t>(instruction.end() - pushed));
  if (instruction.isIndirect)
    code.append({0x41, 0xff, 0xe3}); // jmp r11
  else
    jumpTo(instruction.target);
  return true;
}

} // namespace pinstripe
