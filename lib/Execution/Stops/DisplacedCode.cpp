// Copies the instructions at hooks, which makes breakpoints cheaper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/DisplacedCode.h"
#include "pinstripe/Program/MachineCode.h"

using namespace pinstripe;

/// Returns whether an instruction does the same at any address, so that a copy
/// of it can be executed instead.
static bool isMovable(const Instruction &instruction) {
  using Kind = Instruction::Kind;
  return !instruction.isJumpLike() && !instruction.endsBlock() &&
         instruction.kind != Kind::Call && !instruction.isRipRelative;
}

llvm::Expected<DisplacedCode>
DisplacedCode::create(llvm::ArrayRef<uint64_t> addresses, CodeReader readCode) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  DisplacedCode displaced;
  for (uint64_t address : addresses) {
    std::vector<uint8_t> code = readCode(address);
    std::optional<Instruction> first = (*decoder)->decodeFirst(code, 0);
    if (!first || !isMovable(*first))
      continue;
    code.resize(first->size);
    displaced.slots[address] = displaced.copies.size();
    displaced.copies.push_back({address, std::move(code)});
  }
  displaced.hasMetronome = !displaced.copies.empty();
  return displaced;
}

/// Appends the code of the metronome, a thread that waits in the kernel and
/// wakes up the engine after each period. To wait, it makes a futex call with a
/// time limit, for a word that never changes. A call such as nanosleep would
/// advance the clock that the program sees.
static void addMetronome(std::vector<uint8_t> &bytes) {
  static constexpr uint8_t code[] = {
      0xb8, 0xca, 0,    0,    0,       // mov eax, SYS_futex
      0x48, 0x8d, 0x3d, 0x1c, 0, 0, 0, // lea rdi, [rip+28]: the futex word
      0xbe, 0x80, 0,    0,    0,       // mov esi, FUTEX_WAIT_PRIVATE
      0x31, 0xd2,                      // xor edx, edx: the word must be 0
      0x4c, 0x8d, 0x15, 0x16, 0, 0, 0, // lea r10, [rip+22]: the time limit
      0x0f, 0x05,                      // syscall
      0x90,                            // nop, the tick
      0xeb, 0xe1,                      // jmp to the start
  };
  bytes.insert(bytes.end(), std::begin(code), std::end(code));
}

std::vector<uint8_t> DisplacedCode::image(Placer runTimeAddress) const {
  std::vector<uint8_t> bytes;
  if (isEmpty())
    return bytes;
  bytes.reserve(size());
  for (const Copy &copy : copies) {
    bytes.insert(bytes.end(), copy.instruction.begin(), copy.instruction.end());
    // After the copy comes a jump to the instruction after the original. The
    // jump is jmp *[rip+0], followed by the address of its target.
    bytes.insert(bytes.end(), {0xff, 0x25, 0, 0, 0, 0});
    uint64_t next = runTimeAddress(copy.address) + copy.instruction.size();
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<uint8_t>(next >> shift));
    // The unused bytes of the space that each copy gets are filled with int3,
    // so that control can't run into the next copy.
    bytes.resize((bytes.size() + slotSize - 1) / slotSize * slotSize, 0xcc);
  }
  addMetronome(bytes);
  bytes.resize(size());
  return bytes;
}

std::optional<uint64_t> DisplacedCode::offsetOf(uint64_t address) const {
  auto found = slots.find(address);
  if (found == slots.end())
    return std::nullopt;
  return found->second * slotSize;
}

std::optional<uint64_t> DisplacedCode::originalOf(uint64_t offset) const {
  if (offset >= metronome())
    return std::nullopt;
  return copies[offset / slotSize].address;
}
