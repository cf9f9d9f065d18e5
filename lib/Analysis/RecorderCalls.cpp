//===- RecorderCalls.cpp - Copies, and code without blocks ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecorderState.h"

using namespace pinstripe;

constexpr RegisterSet resultRegisters =
    generalRegister(RAX) | generalRegister(RDX) | vectorRegister(0) |
    vectorRegister(1) | floatingStackRegisters;

/// What a function prints as it is in memory: where a whole output is written
/// at once, each part of it has writers of its own. None: it does more.
static MemoryAccess printedBy(llvm::StringRef function,
                              llvm::ArrayRef<MemoryAccess> reads) {
  if (llvm::is_contained(
          {"fwrite", "fwrite_unlocked", "write", "fputs", "fputs_unlocked",
           "puts", "_ZNSo5writeEPKcl",
           "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
           "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_"
           "ES6_PKS3_l"},
          function))
    return reads.size() == 1 ? reads.front() : MemoryAccess();
  // Of a std::string the characters come last.
  if (function == "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_"
                  "RKNSt7__cxx1112basic_stringIS4_S5_T1_EE")
    return reads.empty() ? MemoryAccess() : reads.back();
  // A format of two characters with a string can only be `%s`.
  constexpr uint64_t shortFormat = 3;
  bool isString = (function == "printf" || function == "fprintf") &&
                  reads.size() == 2 && reads.front().size == shortFormat;
  return isString ? reads.back() : MemoryAccess();
}

DependenceRecorder::State::CopiedBytes
DependenceRecorder::State::readCopied(uint64_t address, uint64_t size) {
  CopiedBytes bytes{address};
  std::vector<CopiedStretch> &stretches = bytes.stretches;
  visitOrigins(
      address, size, [&](uint64_t, uint64_t length, NodeId node, bool isStale) {
        bool isSame = !stretches.empty() && stretches.back().writer == node &&
                      stretches.back().isStale == isStale;
        if (isSame)
          stretches.back().size += length;
        else
          stretches.push_back({length, node, isStale});
      });
  return bytes;
}

/// Bytes that were not moved, as by a realloc in place, are what they were.
void DependenceRecorder::State::keep(const CopiedBytes &bytes, uint64_t size) {
  uint64_t address = bytes.address, end = address + size;
  for (const CopiedStretch &stretch : bytes.stretches) {
    if (address >= end)
      return;
    Writer writer(stretch.writer);
    if (stretch.isStale)
      writer.release();
    uint64_t length = std::min(stretch.size, end - address);
    memory.set(address, length, writer);
    address += length;
  }
}

/// A node for each stretch, so that each byte comes from where its original
/// does. Where to, and how many, is for `cause` to say. Of bytes that were
/// written one by one a few go together in large copies; and many, if there are
/// very many copies, as where a buffer grows by one byte at a time.
void DependenceRecorder::State::writeCopied(const CopiedBytes &bytes,
                                            const MemoryAccess &to,
                                            NodeId cause) {
  constexpr uint64_t mostOfCopy = 1 << 16, fewOfCopy = 16, many = 1 << 23;
  if (bytes.address == to.address)
    return keep(bytes, to.size);
  uint64_t least = to.size / (copyNodes < many ? mostOfCopy : fewOfCopy);
  uint64_t address = to.address, left = to.size;
  llvm::ArrayRef<CopiedStretch> stretches = bytes.stretches;
  for (size_t i = 0; i < stretches.size() && left != 0; ++copyNodes) {
    NodeId node = beginNode();
    uint64_t size = 0;
    do {
      add(stretches[i].writer, /*isAddress=*/false, stretches[i].isStale);
      size += stretches[i++].size;
    } while (i < stretches.size() && size < least);
    add(cause, /*isAddress=*/true, /*isStale=*/false);
    endNode(node);
    size = std::min(size, left);
    set(address, size, node);
    address += size;
    left -= size;
  }
}

/// What a library passes to a function that it calls comes from its caller, as
/// far as we know.
void DependenceRecorder::State::callBack() {
  if (calls.back().depth++ == 0)
    define(argumentRegisters(), calls.back().begin);
}

/// By an exception or longjmp, since code goes on in a caller's frame. What is
/// in the registers then is of what was called last.
void DependenceRecorder::State::leaveCalls(uint64_t frame) {
  NodeId cause = calls.back().begin;
  while (!calls.empty() && frame >= calls.back().frame)
    calls.pop_back();
  size_t i = 0;
  forEachPart(calleeSavedRegisters,
              [&](unsigned part) { registers[part] = frames.top().kept[i++]; });
  define(generalRegister(RAX) | generalRegister(RDX), cause);
}

void DependenceRecorder::State::executeReturn() {
  if (calls.empty() || calls.back().depth == 0)
    return;
  OpenCall &call = calls.back();
  if (--call.depth != 0)
    return;
  forEachPart(resultRegisters, [&](unsigned part) {
    if (!llvm::is_contained(call.results, registers[part]))
      call.results.push_back(registers[part]);
  });
}

/// None if that is not what was printed. `puts` prints the end of a line for
/// the end of the string.
std::vector<DependenceGraph::PrintedBytes>
DependenceRecorder::State::writersOf(const MemoryAccess &printed,
                                     OutputRange output) {
  std::vector<DependenceGraph::PrintedBytes> writers;
  uint64_t size = output.end - output.begin;
  bool isAll = printed.size == size || printed.size == size + 1;
  if (!isAll)
    return writers;
  memory.visit(printed.address, size,
               [&](uint64_t address, uint64_t length, Writer writer) {
                 uint64_t end = output.begin + (address - printed.address);
                 writers.push_back({end + length, writer.node()});
               });
  return writers;
}

/// What is copied is no matter of the call as a whole, but for where it ends.
void DependenceRecorder::State::readInCall(OpenCall &call,
                                           llvm::ArrayRef<MemoryAccess> reads) {
  for (const MemoryAccess &read : reads) {
    bool isString = read.isAddress || read.isCopied;
    if (isString && !call.stringSize)
      call.stringSize = read.size - 1;
    if (read.isCopied)
      call.copied.push_back(readCopied(read.address, read.size));
    if (read.isAddress || !read.isCopied)
      addBytes(read.address, read.size, read.isAddress);
  }
}

/// What was read to be copied and went who knows where.
void DependenceRecorder::State::addUncopied(
    const OpenCall &call, llvm::ArrayRef<MemoryAccess> writes) {
  size_t copies = llvm::count_if(
      writes, [](const MemoryAccess &write) { return write.isCopied; });
  for (size_t i = copies; i < call.copied.size(); ++i)
    for (const CopiedStretch &stretch : call.copied[i].stretches)
      add(stretch.writer, /*isAddress=*/false, stretch.isStale);
}

void DependenceRecorder::State::writeInCall(
    const OpenCall &call, NodeId end, llvm::ArrayRef<MemoryAccess> writes) {
  auto copied = call.copied.begin();
  for (MemoryAccess write : writes) {
    uint64_t before = write.isAppended
                          ? std::min(call.stringSize.value_or(0), write.size)
                          : 0;
    write.address += before;
    write.size -= before;
    if (write.isCopied && copied != call.copied.end())
      writeCopied(*copied++, write, call.begin);
    else
      set(write.address, write.size, end);
  }
}

void DependenceRecorder::beginLibraryCall(const LibraryCall &call,
                                          llvm::ArrayRef<MemoryAccess> reads) {
  if (state->isFull())
    return;
  State::OpenCall open{state->beginNode(), state->currentFrame};
  state->addParts(call.uses & ~call.addresses, /*isAddress=*/false);
  state->addParts(call.addresses, /*isAddress=*/true);
  state->readInCall(open, reads);
  state->endNode(open.begin);
  open.printed = printedBy(call.function, reads);
  state->calls.push_back(std::move(open));
}

void DependenceRecorder::endLibraryCall(const LibraryCall &call,
                                        llvm::ArrayRef<MemoryAccess> writes,
                                        OutputRange output) {
  if (state->isExhausted || state->calls.empty())
    return;
  State::OpenCall open = std::move(state->calls.back());
  state->calls.pop_back();
  NodeId node = state->beginNode();
  state->add(open.begin, /*isAddress=*/false, /*isStale=*/false);
  for (NodeId result : open.results)
    state->add(result, /*isAddress=*/false, /*isStale=*/false);
  state->addUncopied(open, writes);
  state->endNode(node);
  state->define(call.defines, node);
  state->writeInCall(open, node, writes);
  if (output.begin != output.end)
    state->graph.allOutputs.push_back(
        {node, output, state->writersOf(open.printed, output)});
}

void DependenceRecorder::allocate(uint64_t address, uint64_t size) {
  if (state->isExhausted)
    return;
  NodeId node = state->beginNode();
  state->graph.allocations.push_back(node);
  state->blockSizes[address] = size;
  state->memory.set(address, size, Writer(node));
  if (state->expected)
    state->graph.places.forget(address, size);
}

void DependenceRecorder::release(uint64_t address) {
  auto found = state->blockSizes.find(address);
  if (state->isExhausted || found == state->blockSizes.end())
    return;
  state->memory.release(address, found->second);
  state->blockSizes.erase(found);
}
