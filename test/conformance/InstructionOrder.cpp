// Checks that the blocks in a recording of instructions can follow each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionOrder.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;
using namespace pinstripe::conformance;

void InstructionOrder::note(uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15 + (hash >> 29);
}

void InstructionOrder::complain(const llvm::Twine &what) {
  findings.push_back(what.str());
}

const InstructionOrder::Next &InstructionOrder::nextOf(BlockId id) {
  auto [place, isNew] = known.try_emplace(id);
  Next &result = place->second;
  if (!isNew)
    return result;
  const CodeBlock &block = code.block(id);
  const DataInstruction &last = code.instructionsOf(block).back();
  ModuleId module = table.moduleOf(last.address);
  uint64_t base = table.module(module).base;
  uint64_t after = last.address + last.size;
  auto decoded =
      decoder.decodeFirst(modules[static_cast<size_t>(module)]->bytesAt(
                              last.address - base, last.size),
                          last.address - base);
  switch (decoded->kind) {
  case Instruction::Kind::Return:
    result.isReturn = true;
    break;
  case Instruction::Kind::Call:
    result.returnAddress = after;
    if (last.kind == DataInstruction::Kind::LibraryCall)
      result.isLibraryCall = true;
    else
      result.addresses = {decoded->target + base};
    break;
  case Instruction::Kind::ConditionalJump:
    result.addresses = {decoded->target + base, after};
    break;
  case Instruction::Kind::Jump:
    result.isAnywhere = decoded->isIndirect;
    result.addresses = {decoded->target + base};
    break;
  default:
    result.addresses = {after};
  }
  return result;
}

void InstructionOrder::enterThread(const ObservedThread &entered) {
  others[thread] = std::move(place);
  thread = entered.number;
  place = std::move(others[thread]);
}

void InstructionOrder::atEvent(std::optional<EventIndex> event,
                               std::optional<InvocationId> invocation) {
  note(event ? static_cast<uint64_t>(*event) : ~uint64_t(0));
  note(invocation ? static_cast<uint64_t>(*invocation) : ~uint64_t(0));
}

bool InstructionOrder::acceptBegin(uint64_t address) {
  if (place.calls.empty() && !place.next.isReturn &&
      place.next.addresses.empty())
    return code.isFunction(address);
  if (place.next.isReturn) {
    if (place.calls.empty())
      return code.isFunction(address);
    if (place.calls.back().isInterruption) {
      place.next = place.calls.back().interrupted;
      place.calls.pop_back();
      return acceptBegin(address);
    }
    // The library function continues, and may call the program again.
    if (place.calls.back().isLibrary)
      return code.isFunction(address);
    bool isRight = place.calls.back().returnAddress == address;
    if (isRight)
      place.calls.pop_back();
    return isRight;
  }
  // The block may begin a function: one that a computed call leads to, or one
  // that the library calls.
  if (place.next.isLibraryCall)
    return code.isFunction(address);
  return place.next.isAnywhere ||
         llvm::is_contained(place.next.addresses, address);
}

void InstructionOrder::executeBlock(BlockId id, uint64_t frame,
                                    llvm::ArrayRef<uint64_t> itsWords) {
  ++blocks;
  words += itsWords.size();
  note(static_cast<uint64_t>(id));
  note(frame);
  for (uint64_t word : itsWords)
    note(word);
  const CodeBlock &block = code.block(id);
  if (!acceptBegin(block.address)) {
    bool isFunction = code.isFunction(block.address);
    bool mayLand =
        llvm::any_of(place.calls,
                     [](const Call &call) { return call.isLibrary; }) ||
        place.isFaulting;
    if (isFunction) {
      ++interruptions;
      place.calls.push_back({0, place.lastFrame, false, true, place.next});
    } else if (mayLand) {
      ++landings;
      while (!place.calls.empty() && place.calls.back().frame <= frame)
        place.calls.pop_back();
    } else {
      complain("block 0x" + llvm::utohexstr(block.address, true) + " after " +
               (place.next.isReturn ? "a return" : "another") + " " +
               (place.next.addresses.empty()
                    ? std::string()
                    : "0x" + llvm::utohexstr(place.next.addresses[0], true)));
    }
  } else if (place.next.isLibraryCall && place.expectsBegin) {
    place.calls.push_back(
        {place.next.returnAddress, place.lastFrame, false, false});
  }
  place.isFaulting = itsWords.size() != block.recordedWords;
  place.next = nextOf(id);
  place.lastFrame = frame;
  place.expectsBegin = place.next.isLibraryCall;
  if (place.next.returnAddress && !place.next.isLibraryCall)
    place.calls.push_back({place.next.returnAddress, frame, false, false});
}

/// Includes an access in the hash. Accesses that were found by comparing memory
/// are left out, since the comparison may follow pointers to the code of hooks.
void InstructionOrder::noteAccess(const LibraryCall &call,
                                  const MemoryAccess &access) {
  if (call.knowledge == LibraryCall::Knowledge::Observed)
    return;
  note(access.address);
  note(access.size);
}

void InstructionOrder::beginLibraryCall(const LibraryCall &call,
                                        llvm::ArrayRef<MemoryAccess> reads) {
  ++libraryCalls;
  note(call.uses);
  if (call.knowledge == LibraryCall::Knowledge::Observed)
    unknown.insert(call.function.empty() ? "?" : call.function.str());
  for (const MemoryAccess &access : reads) {
    noteAccess(call, access);
    if (access.isWrite)
      complain("a write before the call of " + call.function);
  }
  if (!place.expectsBegin)
    complain("a call of " + call.function + " without an instruction");
  place.calls.push_back(
      {place.next.returnAddress, place.lastFrame, true, false});
  place.expectsBegin = false;
}

void InstructionOrder::endLibraryCall(const LibraryCall &call,
                                      llvm::ArrayRef<MemoryAccess> writes,
                                      OutputRange output) {
  for (const MemoryAccess &access : writes) {
    noteAccess(call, access);
    if (!access.isWrite)
      complain("a read after the call of " + call.function);
  }
  note(output.begin);
  note(output.end);
  if (output.begin != output.end) {
    if (output.begin != outputEnd)
      complain("output from " + llvm::Twine(output.begin) + " on; expected " +
               llvm::Twine(outputEnd));
    outputEnd = output.end;
  }
  while (!place.calls.empty() && !place.calls.back().isLibrary)
    place.calls.pop_back();
  if (place.calls.empty())
    return complain("the end of " + call.function + ", which has not begun");
  place.next = {};
  place.next.addresses = {place.calls.back().returnAddress};
  place.calls.pop_back();
  place.expectsBegin = false;
}

void InstructionOrder::allocate(uint64_t address, uint64_t size) {
  note(address);
  note(size);
}
