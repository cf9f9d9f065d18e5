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

void InstructionOrder::atEvent(std::optional<EventIndex> event,
                               std::optional<InvocationId> invocation) {
  note(event ? static_cast<uint64_t>(*event) : ~uint64_t(0));
  note(invocation ? static_cast<uint64_t>(*invocation) : ~uint64_t(0));
}

bool InstructionOrder::acceptBegin(uint64_t address) {
  if (calls.empty() && !next.isReturn && next.addresses.empty())
    return code.isFunction(address);
  if (next.isReturn) {
    if (calls.empty())
      return code.isFunction(address);
    if (calls.back().isInterruption) {
      next = calls.back().interrupted;
      calls.pop_back();
      return acceptBegin(address);
    }
    // The library function continues, and may call the program again.
    if (calls.back().isLibrary)
      return code.isFunction(address);
    bool isRight = calls.back().returnAddress == address;
    if (isRight)
      calls.pop_back();
    return isRight;
  }
  // The block may begin a function: one that a computed call leads to, or one
  // that the library calls.
  if (next.isLibraryCall)
    return code.isFunction(address);
  return next.isAnywhere || llvm::is_contained(next.addresses, address);
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
        llvm::any_of(calls, [](const Call &call) { return call.isLibrary; }) ||
        isFaulting;
    if (isFunction) {
      ++interruptions;
      calls.push_back({0, lastFrame, false, true, next});
    } else if (mayLand) {
      ++landings;
      while (!calls.empty() && calls.back().frame <= frame)
        calls.pop_back();
    } else {
      complain("block 0x" + llvm::utohexstr(block.address, true) + " after " +
               (next.isReturn ? "a return" : "another") + " " +
               (next.addresses.empty()
                    ? std::string()
                    : "0x" + llvm::utohexstr(next.addresses[0], true)));
    }
  } else if (next.isLibraryCall && expectsBegin) {
    calls.push_back({next.returnAddress, lastFrame, false, false});
  }
  isFaulting = itsWords.size() != block.recordedWords;
  next = nextOf(id);
  lastFrame = frame;
  expectsBegin = next.isLibraryCall;
  if (next.returnAddress && !next.isLibraryCall)
    calls.push_back({next.returnAddress, frame, false, false});
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
  if (!expectsBegin)
    complain("a call of " + call.function + " without an instruction");
  calls.push_back({next.returnAddress, lastFrame, true, false});
  expectsBegin = false;
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
  while (!calls.empty() && !calls.back().isLibrary)
    calls.pop_back();
  if (calls.empty())
    return complain("the end of " + call.function + ", which has not begun");
  next = {};
  next.addresses = {calls.back().returnAddress};
  calls.pop_back();
  expectsBegin = false;
}

void InstructionOrder::allocate(uint64_t address, uint64_t size) {
  note(address);
  note(size);
}
