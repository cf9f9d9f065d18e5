// Records the dependences of library calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenCalls.h"

using namespace pinstripe;

constexpr RegisterSet resultRegisters =
    generalRegister(RAX) | generalRegister(RDX) | vectorRegister(0) |
    vectorRegister(1) | floatingStackRegisters;

/// Returns the memory that a call of `function` prints unchanged, so that each
/// byte of the output can have a writer of its own. Returns a MemoryAccess with
/// size 0 if the function formats what it prints.
static MemoryAccess printedBy(llvm::StringRef function,
                              llvm::ArrayRef<MemoryAccess> reads) {
  if (llvm::is_contained(
          {"fwrite", "fwrite_unlocked", "write", "fputs", "fputs_unlocked",
           "puts", "_ZNSo5writeEPKcl",
           "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
           "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_"
           "ES6_PKS3_l",
           "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_"
           "RKNSt7__cxx1112basic_stringIS4_S5_T1_EE"},
          function)) {
    auto text = llvm::find_if(
        reads, [](const MemoryAccess &read) { return read.isContent; });
    return text == reads.end() ? MemoryAccess() : *text;
  }
  // If a call of printf or fprintf reads only its format and one string, and
  // the format has just two characters, the format can only be "%s". Such a
  // call prints the string unchanged.
  constexpr uint64_t shortFormat = 3;
  bool isString = (function == "printf" || function == "fprintf") &&
                  reads.size() == 2 && reads.front().size == shortFormat;
  return isString ? reads.back() : MemoryAccess();
}

void OpenCalls::begin(const LibraryCall &call,
                      llvm::ArrayRef<MemoryAccess> reads, uint64_t frame) {
  Call open{builder.beginNode(), frame, builder.switches};
  if (builder.hasThreads)
    open.reads = reads.vec();
  if (call.knowledge == LibraryCall::Knowledge::Observed)
    builder.noteGuess(open.begin);
  builder.addParts(call.uses & ~call.addresses, /*isAddress=*/false);
  builder.addParts(call.addresses, /*isAddress=*/true);
  read(open, reads);
  builder.endNode(open.begin);
  open.printed = printedBy(call.function, reads);
  calls.push_back(std::move(open));
}

void OpenCalls::end(const LibraryCall &call,
                    llvm::ArrayRef<MemoryAccess> writes, OutputRange output) {
  if (calls.empty())
    return;
  Call open = std::move(calls.back());
  calls.pop_back();
  bool hasWaited = open.switches != builder.switches;
  std::vector<MemoryAccess> own;
  if (hasWaited && call.knowledge == LibraryCall::Knowledge::Observed) {
    own = withoutOthers(open, writes);
    writes = own;
  }
  NodeId node = builder.beginNode();
  // The call may have read what other threads have written meanwhile.
  for (const MemoryAccess &read : open.reads)
    if (hasWaited)
      builder.addBytes(read.address, read.size, read.isAddress);
  builder.add(open.begin, /*isAddress=*/false, /*isStale=*/false);
  for (NodeId result : open.results)
    builder.add(result, /*isAddress=*/false, /*isStale=*/false);
  addUncopied(open, writes);
  builder.endNode(node);
  builder.define(call.defines, node);
  write(open, node, writes);
  if (output.begin < output.end)
    builder.noteOutput({node, output, writersOf(open.printed, output)});
}

/// Returns the parts of `writes` that the call itself can have written. The
/// other parts have changed during the call because another thread has written
/// them.
std::vector<MemoryAccess>
OpenCalls::withoutOthers(const Call &call,
                         llvm::ArrayRef<MemoryAccess> writes) const {
  std::vector<MemoryAccess> own;
  for (const MemoryAccess &write : writes)
    builder.memory.visit(write.address, write.size,
                         [&](uint64_t address, uint64_t size, Writer writer) {
                           MemoryAccess part = write;
                           part.address = address;
                           part.size = size;
                           if (writer.node() <= call.begin)
                             own.push_back(part);
                         });
  return own;
}

void OpenCalls::endThread() {
  for (const Call &call : calls) {
    builder.add(call.begin, /*isAddress=*/false, /*isStale=*/false);
    for (NodeId result : call.results)
      builder.add(result, /*isAddress=*/false, /*isStale=*/false);
  }
  calls.clear();
}

void OpenCalls::enterFunction() {
  if (!calls.empty() && calls.back().depth++ == 0)
    builder.define(argumentRegisters(), calls.back().begin);
}

void OpenCalls::leaveFunction() {
  if (calls.empty() || calls.back().depth == 0)
    return;
  Call &call = calls.back();
  if (--call.depth != 0)
    return;
  forEachPart(resultRegisters, [&](unsigned part) {
    if (!llvm::is_contained(call.results, builder.registers[part]))
      call.results.push_back(builder.registers[part]);
  });
}

/// Ends the library calls that an exception or longjmp has left, and corrects
/// the writers of registers: the graph nodes that last set them. Unwinding
/// restores the callee-saved registers, so their writers are those from before
/// the calls. rax and rdx hold values that belong to the exception or longjmp,
/// so their writer is the innermost library call that was left.
void OpenCalls::unwindTo(uint64_t frame) {
  if (calls.empty() || frame < calls.back().frame)
    return;
  NodeId cause = calls.back().begin;
  while (!calls.empty() && frame >= calls.back().frame)
    calls.pop_back();
  size_t i = 0;
  forEachPart(calleeSavedRegisters, [&](unsigned part) {
    builder.registers[part] = builder.frames.top().savedRegisters[i++];
  });
  builder.define(generalRegister(RAX) | generalRegister(RDX), cause);
}

/// Makes the library call depend on the bytes that it reads. Bytes that the
/// call only copies are left out: the written copy depends on them instead. But
/// a copied string is not left out, because the call also looks at the string's
/// bytes to find its end.
void OpenCalls::read(Call &call, llvm::ArrayRef<MemoryAccess> reads) {
  for (const MemoryAccess &read : reads) {
    bool isString = read.isAddress || read.isCopied;
    if (isString && !call.stringSize)
      call.stringSize = read.size - 1;
    if (read.isCopied)
      call.copied.push_back(builder.readCopied(read.address, read.size));
    if (read.isAddress || !read.isCopied)
      builder.addBytes(read.address, read.size, read.isAddress);
  }
}

/// Deals with bytes that the library call has read in order to copy them, but
/// of which it has written no copy. The call itself then depends on these
/// bytes. Where there is a copy, only the copy depends on them.
void OpenCalls::addUncopied(const Call &call,
                            llvm::ArrayRef<MemoryAccess> writes) {
  size_t copies = llvm::count_if(
      writes, [](const MemoryAccess &write) { return write.isCopied; });
  for (size_t i = copies; i < call.copied.size(); ++i)
    for (const CopiedBytes::Stretch &stretch : call.copied[i].stretches)
      builder.add(stretch.writer, /*isAddress=*/false, stretch.isStale);
}

void OpenCalls::write(const Call &call, NodeId end,
                      llvm::ArrayRef<MemoryAccess> writes) {
  auto copied = call.copied.begin();
  for (MemoryAccess write : writes) {
    uint64_t before = write.isAppended
                          ? std::min(call.stringSize.value_or(0), write.size)
                          : 0;
    write.address += before;
    write.size -= before;
    if (write.isCopied && copied != call.copied.end())
      builder.writeCopied(*copied++, write, call.begin);
    else
      builder.set(write.address, write.size, end);
  }
}

/// Returns the graph nodes that wrote the memory `printed`, if a call has
/// printed this memory unchanged. The number of bytes in `output` decides: it
/// must be the size of `printed`, or one less if a final zero is not printed.
/// Otherwise returns no nodes.
std::vector<DependenceGraph::PrintedBytes>
OpenCalls::writersOf(const MemoryAccess &printed, OutputRange output) {
  std::vector<DependenceGraph::PrintedBytes> writers;
  uint64_t size = output.end - output.begin;
  bool isAll = printed.size == size || printed.size == size + 1;
  if (!isAll)
    return writers;
  builder.memory.visit(printed.address, size,
                       [&](uint64_t address, uint64_t length, Writer writer) {
                         uint64_t end =
                             output.begin + (address - printed.address);
                         writers.push_back({end + length, writer.node()});
                       });
  return writers;
}
