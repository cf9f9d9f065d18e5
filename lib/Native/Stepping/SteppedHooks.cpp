// Writes the log of a recording for a program that ptrace stops at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stepping/SteppedHooks.h"
#include "Server/TracedLaunch.h"
#include "llvm/Support/Endian.h"

using namespace pinstripe;
using native::RecordTag;

SteppedHooks::SteppedHooks(const InstrumentedProgram &program,
                           const UnitTable &table, Poison poison, pid_t pid,
                           const ProcessMemory &memory,
                           DetailedDecoder &decoder)
    : program(program), table(table), poison(poison), pid(pid), memory(memory),
      decoder(decoder),
      library(&libraries.try_emplace(0, program, pid, words).first->second) {
  for (uint32_t i = 0; i < program.hooks.size(); ++i)
    if ((program.hooks[i].flags & native::hookIsVFork) == 0)
      byAddress[program.hooks[i].address] = i;
}

const native::HookRecord *SteppedHooks::find(uint64_t address) const {
  auto found = byAddress.find(address);
  return found == byAddress.end() ? nullptr : &program.hooks[found->second];
}

void SteppedHooks::enterThread(const ObservedThread &thread) {
  SteppedLibrary &next =
      libraries.try_emplace(thread.number, program, pid, words).first->second;
  // These two are the same for all threads.
  next.state().output = library->state().output;
  next.state().isRestricted = library->state().isRestricted;
  library = &next;
  if (std::exchange(hasEnded, false) && present != thread.number)
    libraries.erase(present);
  present = thread.number;
  decoder.enterThread(thread);
}

void SteppedHooks::endThread() {
  hasEnded = true;
  decoder.endThread();
}

void SteppedHooks::flush() {
  decoder.decode(words);
  words.clear();
}

// The following functions make the same records for the log as the hooks of
// DetailedHooks.cpp and the code in Runtime/Record.cpp.

bool SteppedHooks::arrive(const native::HookRecord &hook,
                          user_regs_struct &registers) {
  if (hook.flags & native::hookIsGetRandom)
    return answerMalloc(hook, registers);
  uint32_t index = indexOf(hook);
  const DetailedSite &site = siteOf(hook);
  library->forgetMemory();
  SteppedLibrary::Entered entered(*library);
  if (hook.flags & native::hookIsExitFunction) {
    library->record(native::RawMark::ExitFunction, uint64_t(registers.rsp));
  } else if (hook.flags & native::hookIsFunctionEntry) {
    enter(index, registers);
  } else {
    beginBlock(index, registers);
  }
  addReferences(site, registers);
  if (site.isLibraryCall && hook.libraryCall != native::none)
    beginCall(hook, registers);
  flush();
  return false;
}

void SteppedHooks::enter(uint32_t hook, const user_regs_struct &registers) {
  add(RecordTag::Enter, hook, 0);
  words.push_back(registers.rsp);
  words.push_back(registers.rbp);
  auto function = static_cast<FunctionId>(program.hooks[hook].function);
  poisonFrame(registers.rsp, table.function(function).frameSize);
}

void SteppedHooks::beginBlock(uint32_t hook,
                              const user_regs_struct &registers) {
  const native::HookRecord &record = program.hooks[hook];
  const DetailedSite &site = program.detailedHooks[hook];
  // A landing site is an address to which a call of setjmp returns. A longjmp
  // can lead from any library call to a landing site, and the call then never
  // returns. So the hook at a landing site can end any library call. Each other
  // hook ends only the library call that returns to it.
  bool mayReturn = site.isLandingSite ? library->pendingReturn != 0
                                      : library->pendingReturn == hook + 1;
  if (site.isReturnSite && mayReturn)
    native::endLibraryCall(generalRegisters(registers), record.start);
  bool isExit = (record.flags & native::hookIsExit) != 0;
  if (isExit || record.entry != native::none || site.block)
    add(isExit ? RecordTag::Exit : RecordTag::Unit, hook, registers.rbp);
}

static uint64_t evaluate(const AddressExpression &address,
                         const user_regs_struct &registers) {
  native::GeneralRegisters values = generalRegisters(registers);
  auto result = static_cast<uint64_t>(int64_t(address.displacement));
  if (address.base != AddressExpression::noRegister)
    result += values.value[address.base];
  if (address.index != AddressExpression::noRegister)
    result += values.value[address.index] * address.scale;
  return address.isThreadLocal ? result + registers.fs_base : result;
}

/// Returns the word that the log gets for the address of a memory access. Even
/// for an invalid address, the word must not look like a record of the log.
static uint64_t wordOf(uint64_t address) {
  constexpr unsigned addressBits = 47;
  bool isAddress = address >> addressBits == 0 || ~address >> addressBits == 0;
  return native::referenceBias +
         (isAddress ? address : address << 8 >> 8 & ~(uint64_t(1) << 63));
}

void SteppedHooks::addReferences(const DetailedSite &site,
                                 const user_regs_struct &registers) {
  for (const MemoryReference &reference : site.references) {
    if (reference.place != MemoryReference::Place::Recorded)
      continue;
    words.push_back(wordOf(evaluate(reference.expression, registers)));
    if (reference.isRepeated)
      words.push_back(wordOf(registers.rcx * reference.size));
  }
}

void SteppedHooks::beginCall(const native::HookRecord &hook,
                             const user_regs_struct &registers) {
  bool isIndirect = program.libraryCalls[hook.libraryCall].isIndirect != 0;
  uint64_t target =
      isIndirect ? calleeOf(siteOf(hook).callBytes, registers) : 0;
  native::beginLibraryCall(generalRegisters(registers), indexOf(hook), target);
}

/// Returns the function to which an indirect call leads. `call` has the bytes
/// of the call instruction, which is `ff /2` with a register or memory operand,
/// perhaps after prefixes. Returns 0 if the memory operand can't be read.
uint64_t SteppedHooks::calleeOf(llvm::ArrayRef<uint8_t> call,
                                const user_regs_struct &registers) const {
  native::GeneralRegisters values = generalRegisters(registers);
  uint64_t end = registers.rip + call.size(), address = 0;
  unsigned extension = 0;
  for (; call.size() > 2 && call[0] != 0xff; call = call.drop_front()) {
    if ((call[0] & 0xf0) == 0x40)
      extension = call[0] & 0xf;
    if (call[0] == 0x64)
      address = registers.fs_base;
  }
  constexpr unsigned baseBit = 1, indexBit = 2;
  unsigned mode = call[1] >> 6, base = call[1] & 7;
  call = call.drop_front(2);
  bool hasIndex = mode != 3 && base == RSP;
  if (hasIndex && !call.empty()) {
    unsigned index = (call[0] >> 3 & 7) | (extension & indexBit) << 2;
    if (index != RSP)
      address += values.value[index] << (call[0] >> 6);
    base = call[0] & 7;
    call = call.drop_front();
  }
  bool isNoBase = mode == 0 && base == RBP;
  base |= (extension & baseBit) << 3;
  if (mode == 3)
    return values.value[base];
  if (!isNoBase)
    address += values.value[base];
  else if (!hasIndex)
    address += end;
  if (call.size() >= 4)
    address += static_cast<uint64_t>(
        int64_t(int32_t(llvm::support::endian::read32le(call.data()))));
  else if (!call.empty())
    address += static_cast<uint64_t>(int64_t(int8_t(call[0])));
  return memory.readWord(address).value_or(0);
}

// The following functions change the memory of a program that ptrace has
// stopped. They must do the same as the functions of Runtime/Runtime.cpp, which
// run inside the program.

void SteppedHooks::poisonFrame(uint64_t sp, uint32_t size) {
  if (poison == Poison::Stale || size == 0)
    return;
  uint64_t word = poisonWord(poison), begin = sp - size;
  std::vector<uint8_t> bytes(size);
  for (uint32_t i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(word >> 8 * ((begin + i) % 8));
  // If the frame reaches beyond the end of the stack, its memory can't be
  // written. This error is ignored, since the program itself will soon fault at
  // the same place.
  (void)memory.write(begin, bytes);
}

/// Answers malloc when it asks for random bytes. malloc uses the answer as the
/// mark of free blocks. The answer is always the same number, as in the
/// function of this name in Runtime/Runtime.cpp. Returns true if `registers`
/// were changed.
bool SteppedHooks::answerMalloc(const native::HookRecord &hook,
                                user_regs_struct &registers) {
  constexpr uint64_t nonBlocking = 1, near = uint64_t(16) << 20;
  bool isOfLibc = registers.rdi - hook.address + near < 2 * near;
  std::optional<uint64_t> returnAddress = memory.readWord(registers.rsp);
  uint64_t key = mallocKey;
  if (!isOfLibc || registers.rsi != sizeof(key) ||
      registers.rdx != nonBlocking || !returnAddress ||
      !memory.write(registers.rdi,
                    {reinterpret_cast<uint8_t *>(&key), sizeof(key)}))
    return false;
  registers.rax = sizeof(key);
  registers.rip = *returnAddress;
  registers.rsp += 8;
  return true;
}
