// Finds out where in the source a program crashed, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/CrashReader.h"
#include "Process/StackWalker.h"
#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Program/CodePlace.h"
#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>

using namespace pinstripe;

/// The kernel maps nothing below this address (vm.mmap_min_addr). So an
/// instruction that uses memory below it must have used a member or an element
/// at a null pointer.
static constexpr uint64_t nearNull = 0x10000;
/// A failed access to memory counts as a stack overflow only if it is at most
/// this many bytes away from the stack pointer or the frame. When the stack is
/// full, the first access to a new frame fails. An access further away has
/// another cause.
static constexpr uint64_t nearStack = 0x10000;
/// The poison word is the eight bytes that Pinstripe writes into unset memory.
/// If an address has at most this distance from the poison word, the address
/// counts as computed from the word. For example, it can be the address of a
/// member or an element at a poisoned pointer.
static constexpr uint64_t nearPoison = 0x100000;

// The following functions find out which memory the crashed instruction used.

/// Returns true if the address is valid on x86-64: its bits 47 to 63 are equal.
static bool isCanonical(uint64_t address) {
  auto top = static_cast<int64_t>(address) >> 47;
  return top == 0 || top == -1;
}

static bool isNear(uint64_t value, uint64_t other, uint64_t distance) {
  return value - other < distance || other - value < distance;
}

/// Returns true if `value` is the poison word `word`, or near to it. `value` is
/// a register from which an address is computed. The poison word is the pattern
/// in unset memory. One half of the word is enough, since the register may hold
/// a poisoned index of 32 bits.
static bool isPoison(uint64_t value, uint64_t word) {
  if (isNear(value, word, nearPoison))
    return true;
  for (uint32_t half : {uint32_t(word), uint32_t(word >> 32)})
    for (uint64_t extended :
         {uint64_t(half), uint64_t(int64_t(static_cast<int32_t>(half)))})
      if (isNear(value, extended, nearPoison))
        return true;
  return false;
}

static uint64_t valueOf(uint8_t number, const CrashedThread &thread) {
  return number < thread.registers.size() ? thread.registers[number] : 0;
}

static uint64_t addressOf(const AddressExpression &expression,
                          const CrashedThread &thread) {
  return valueOf(expression.base, thread) +
         valueOf(expression.index, thread) * expression.scale +
         static_cast<uint64_t>(int64_t(expression.displacement));
}

namespace {

/// The memory operand of an instruction. Members that are not known are
/// nullopt.
struct UsedMemory {
  std::optional<uint64_t> address;
  std::optional<AddressExpression> expression;
};

} // namespace

static bool isOfPoison(const UsedMemory &used, const CrashedThread &thread,
                       uint64_t word) {
  if (word == 0)
    return false;
  if (used.address && isNear(*used.address, word, nearPoison))
    return true;
  return used.expression &&
         (isPoison(valueOf(used.expression->base, thread), word) ||
          isPoison(valueOf(used.expression->index, thread), word));
}

// The following functions find out what kind of fault caused a crash.

/// Returns true if the kernel sent the signal because of an instruction that
/// the thread executed; false if a process sent the signal.
static bool isFault(const CrashedThread &thread) { return thread.code > 0; }

static bool isStackOverflow(const CrashedThread &thread, uint64_t address) {
  uint64_t sp = thread.registers[RSP], frame = thread.registers[RBP];
  // A stack frame can be much larger than `nearStack`, the distance from the
  // stack within which an access counts as a stack overflow. So any access
  // between the stack pointer and the frame pointer counts as one, too.
  constexpr uint64_t largestFrame = 64 << 20;
  uint64_t end = frame >= sp && frame - sp < largestFrame ? frame : sp;
  return address >= sp - nearStack && address < end + nearStack;
}

static FaultKind kindOfAccess(const CrashedThread &thread,
                              std::optional<uint64_t> address) {
  if (!address)
    return FaultKind::WildPointer;
  if (*address < nearNull || *address >= ~nearNull)
    return FaultKind::NullPointer;
  if (thread.code == SI_KERNEL && isCanonical(*address))
    return FaultKind::Misaligned;
  return isStackOverflow(thread, *address) ? FaultKind::StackOverflow
                                           : FaultKind::WildPointer;
}

static FaultKind kindOf(const CrashedThread &thread,
                        std::optional<uint64_t> address) {
  switch (thread.signal) {
  case SIGSEGV:
  case SIGBUS:
    return isFault(thread) ? kindOfAccess(thread, address) : FaultKind::None;
  case SIGFPE:
    return isFault(thread) ? FaultKind::Arithmetic : FaultKind::None;
  case SIGILL:
  case SIGTRAP:
    return isFault(thread) ? FaultKind::Instruction : FaultKind::None;
  default:
    return FaultKind::None;
  }
}

// The reader

class CrashReader::Implementation {
public:
  explicit Implementation(const UnitTable &table)
      : table(table), stack(table) {}

  UsedMemory usedMemory(const CrashedThread &thread, uint64_t origin,
                        const CrashedProcess &process);
  uint64_t placeOf(const CrashedThread &thread, const CrashedProcess &process);

private:
  std::optional<AddressExpression> expressionAt(const ModulePlace &place);
  const Decoder *decoder();

  const UnitTable &table;
  StackWalker stack;
  std::unique_ptr<Decoder> theDecoder;
};

const Decoder *CrashReader::Implementation::decoder() {
  if (theDecoder)
    return theDecoder.get();
  llvm::Expected<std::unique_ptr<Decoder>> created = Decoder::create();
  if (created)
    theDecoder = std::move(*created);
  else
    // Without a decoder of machine code, the operands of the crashed
    // instruction are not known. The description of the crash then lacks what
    // follows from the operands.
    llvm::consumeError(created.takeError());
  return theDecoder.get();
}

/// Returns how the instruction computes the address of its memory operand;
/// nullopt if the instruction does not have exactly one memory operand.
std::optional<AddressExpression>
CrashReader::Implementation::expressionAt(const ModulePlace &place) {
  llvm::ArrayRef<uint8_t> code = stack.codeAt(place);
  if (!decoder() || code.empty())
    return std::nullopt;
  auto instruction = theDecoder->decodeFirst(code, place.address);
  if (!instruction)
    return std::nullopt;
  DataEffect effect =
      theDecoder->effectOf(code.take_front(instruction->size), *instruction);
  if (effect.memory.size() != 1 || effect.memory.front().isRepeated ||
      effect.memory.front().place != MemoryReference::Place::Recorded)
    return std::nullopt;
  return effect.memory.front().expression;
}

UsedMemory
CrashReader::Implementation::usedMemory(const CrashedThread &thread,
                                        uint64_t origin,
                                        const CrashedProcess &process) {
  UsedMemory used;
  if (!isFault(thread) || (thread.signal != SIGSEGV && thread.signal != SIGBUS))
    return used;
  if (auto place = stack.placeOf(origin, process.mappings))
    used.expression = expressionAt(*place);
  // If the signal's code is SI_KERNEL, the processor has not reported the used
  // address, because that address is invalid or misaligned. The address is then
  // computed from the instruction.
  if (thread.code != SI_KERNEL)
    used.address = thread.faultAddress;
  else if (used.expression && !used.expression->isThreadLocal)
    used.address = addressOf(*used.expression, thread);
  return used;
}

uint64_t CrashReader::Implementation::placeOf(const CrashedThread &thread,
                                              const CrashedProcess &process) {
  uint64_t place = 0;
  stack.walk(thread, process, [&](uint64_t origin) {
    if (functionAt(table, origin))
      place = origin;
    return place != 0;
  });
  return place;
}

CrashReader::CrashReader(const UnitTable &table)
    : unitTable(table), implementation(new Implementation(table)) {}

CrashReader::~CrashReader() = default;

/// Returns true if the code at `address` belongs to the statement that begins
/// at `entry`. The code must be in the same function as `entry`, since several
/// functions can have copies of one statement.
static bool isCodeOf(EntryId entry, uint64_t address, const UnitTable &table) {
  std::optional<EntryId> found = entryOfCode(table, address);
  return found && table.entry(*found).unit == table.entry(entry).unit &&
         table.entry(*found).function == table.entry(entry).function;
}

Crashed CrashReader::read(const CrashedThread &thread,
                          const CrashedProcess &process, Poison poison,
                          std::optional<EventUnderWay> underWay) {
  Crashed crashed{thread.signal, process.originOf(thread.pc)};
  crashed.library = libraryAt(unitTable, crashed.address, process.mappings);
  UsedMemory used =
      implementation->usedMemory(thread, crashed.address, process);
  crashed.usedAddress = used.address;
  crashed.fault = kindOf(thread, used.address);
  crashed.isOfPoison = isOfPoison(used, thread, poisonWord(poison));
  crashed.place = implementation->placeOf(thread, process);
  if (underWay && isCodeOf(underWay->entry, crashed.place, unitTable))
    crashed.event = underWay->event;
  return crashed;
}
