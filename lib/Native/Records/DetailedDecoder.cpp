// Decodes a detailed recording: the trace, and the instructions that the run
// executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Records/DetailedDecoder.h"
#include "Libraries/LibraryModels.h"
#include "llvm/ADT/bit.h"

using namespace pinstripe;
using native::RangeKind;
using native::RawMark;
using native::RecordTag;
using native::tagOf;

static constexpr uint32_t kindBits = 3u << 30;

/// Tells whether `record`, a word of the raw trace (the log of a recording),
/// begins a record with a RawMark, such as the record of a library call. If
/// not, the word is an address that the program accesses. The uppermost byte
/// shows the difference.
static bool isMark(uint64_t record) { return record >> 56 == 0xc0; }

DetailedDecoder::DetailedDecoder(const InstrumentedProgram &program,
                                 const UnitTable &table, const DataCode &code,
                                 const RecordingLimits &limits,
                                 uint64_t stackAddress,
                                 ExecutionObserver &observer)
    : program(program), trace(program.hooks, limits), observer(observer),
      stackAddress(stackAddress) {
  for (size_t i = 0; i < program.hooks.size(); ++i) {
    const native::HookRecord &record = program.hooks[i];
    Hook hook;
    hook.hasEvent = record.entry != native::none ||
                    (record.flags & native::hookIsExit) != 0;
    if (std::optional<BlockId> id = program.detailedHooks[i].block) {
      const CodeBlock &its = code.block(*id);
      hook.block = static_cast<uint32_t>(*id);
      hook.words = its.recordedWords;
      hook.hasFrame = its.hasFrame;
      if (its.function)
        hook.function = static_cast<uint32_t>(*its.function);
    }
    hooks.push_back(hook);
  }
  for (size_t i = 0; i < table.modules.size(); ++i)
    observer.moduleLoaded(ModuleId(i), program.modules[i].bias);
}

size_t DetailedDecoder::decode(llvm::ArrayRef<uint64_t> words) {
  size_t at = 0;
  while (at < words.size() && !ending() && !isDamaged()) {
    uint64_t record = words[at];
    auto kind = static_cast<RecordTag>(tagOf(record) & kindBits);
    if (tagOf(record) == 0)
      return at;
    if (isChunkEnd(record))
      return at + 1;
    if (kind != RecordTag::Other) {
      at += decodeRecord(words.drop_front(at));
    } else if (isMark(record)) {
      at += decodeMark(words.drop_front(at));
    } else {
      addWord(record - native::referenceBias);
      ++at;
    }
  }
  return words.size();
}

size_t DetailedDecoder::fail() {
  damaged = true;
  return 0;
}

uint64_t DetailedDecoder::wholeAddress(uint32_t low) const {
  auto distance =
      static_cast<int32_t>(low - static_cast<uint32_t>(stackAddress));
  return stackAddress + static_cast<uint64_t>(static_cast<int64_t>(distance));
}

// Blocks

size_t DetailedDecoder::decodeRecord(llvm::ArrayRef<uint64_t> words) {
  uint32_t tag = tagOf(words[0]);
  uint32_t index = (tag & ~kindBits) - 1;
  if (index >= hooks.size())
    return fail();
  tellBlock();
  const Hook &hook = hooks[index];
  auto kind = static_cast<RecordTag>(tag & kindBits);
  if (kind == RecordTag::Enter) {
    if (words.size() < 3)
      return fail();
    trace.decode(words.take_front(3));
    stackAddress = words[1];
    if (!ending())
      beginBlock(hook, words[2], trace.topPlace());
    return 3;
  }
  auto low = static_cast<uint32_t>(words[0]);
  if (kind == RecordTag::Exit) {
    TracePlace before = trace.topPlace();
    trace.decode(words.take_front(1));
    if (!ending())
      beginBlock(hook, wholeAddress(low), before);
    return 1;
  }
  if (hook.hasEvent)
    trace.decode(words.take_front(1));
  if (ending())
    return 1;
  bool isTop = hook.hasEvent || hook.function == native::none;
  beginBlock(hook, wholeAddress(low),
             isTop ? trace.topPlace()
                   : trace.placeIn(hook.function, low, hook.hasFrame));
  return 1;
}

void DetailedDecoder::beginBlock(const Hook &hook, uint64_t itsFrame,
                                 TracePlace itsPlace) {
  open.block = hook.block;
  open.missing = hook.words;
  open.frame = itsFrame;
  open.place = itsPlace;
}

/// Adds an accessed address to the basic block that is being executed. If this
/// block has all its addresses already, the address belongs to an earlier
/// block, which a signal handler has interrupted. It is then ignored, since
/// that block was reported when the handler began.
void DetailedDecoder::addWord(uint64_t word) {
  if (open.missing == 0)
    return;
  open.words.push_back(word);
  --open.missing;
}

void DetailedDecoder::tellBlock() {
  if (open.block != native::none) {
    tellPlace(open.place);
    observer.executeBlock(BlockId{open.block}, open.frame, open.words);
  }
  open.block = native::none;
  open.missing = 0;
  open.words.clear();
}

void DetailedDecoder::tellPlace(const TracePlace &next) {
  if (told == next)
    return;
  told = next;
  observer.atEvent(next.event, next.invocation);
}

// Threads

void DetailedDecoder::enterThread(const ObservedThread &next) {
  if (next.number == thread)
    return;
  // The block has come to its end, unless the thread was stopped in its midst.
  if (open.missing == 0)
    tellBlock();
  interrupted[thread] =
      std::exchange(open, std::move(interrupted[next.number]));
  thread = next.number;
  trace.enterThread(thread);
  observer.enterThread(next);
  told.reset();
  stackAddress = next.stackEnd;
}

void DetailedDecoder::createThread(uint32_t created) {
  trace.createThread(created);
  observer.createThread(created);
}

// Library calls

size_t DetailedDecoder::decodeMark(llvm::ArrayRef<uint64_t> words) {
  auto mark = static_cast<RawMark>(tagOf(words[0]) & ~kindBits);
  tellBlock();
  switch (mark) {
  case RawMark::ExitFunction:
    if (words.size() < 2)
      return fail();
    trace.decode(words.take_front(2));
    return 2;
  case RawMark::LibraryBegin:
  case RawMark::LibraryEnd:
    return decodeLibrary(words, mark == RawMark::LibraryBegin);
  case RawMark::ChunkEnd:
    break;
  }
  return fail();
}

size_t DetailedDecoder::decodeLibrary(llvm::ArrayRef<uint64_t> words,
                                      bool isBegin) {
  constexpr size_t fixedWords = 3;
  size_t count = static_cast<uint32_t>(words[0]);
  if (count >= words.size() || count < fixedWords ||
      (count - fixedWords) % 2 != 0)
    return fail();
  llvm::ArrayRef<uint64_t> content = words.slice(1, count);
  if (llvm::bit_cast<native::LibraryWord>(content[0]).hook >= hooks.size())
    return fail();
  tellPlace(trace.topPlace());
  if (isBegin)
    tellLibraryBegin(content);
  else
    tellLibraryEnd(content);
  return 1 + count;
}

LibraryCall DetailedDecoder::callOf(uint64_t word) const {
  auto its = llvm::bit_cast<native::LibraryWord>(word);
  LibraryCall call;
  const LibraryModels &models = LibraryModels::get();
  if (its.model < models.size()) {
    call.function = models.name(its.model);
    call.uses = argumentSet(its.integers, its.vectors);
    call.addresses = models.addresses(its.model) & call.uses;
    call.defines = models.results(its.model);
    call.heapUse = models.heapUse(its.model);
    return call;
  }
  call.function = program.detailedHooks[its.hook].callee;
  call.knowledge = LibraryCall::Knowledge::Observed;
  call.uses = argumentRegisters();
  call.defines = generalRegister(RAX) | generalRegister(RDX) |
                 vectorRegister(0) | vectorRegister(1);
  return call;
}

namespace {

/// The memory ranges in the record of a library call, in separate lists for the
/// different uses.
struct Ranges {
  explicit Ranges(llvm::ArrayRef<uint64_t> words) {
    constexpr unsigned kindShift = 56;
    for (size_t i = 0; i + 1 < words.size(); i += 2) {
      uint64_t address = words[i];
      uint64_t size = words[i + 1] & ((uint64_t(1) << kindShift) - 1);
      switch (static_cast<RangeKind>(words[i + 1] >> kindShift)) {
      case RangeKind::Read:
        accesses.push_back({address, size, /*isWrite=*/false});
        break;
      case RangeKind::Write:
        accesses.push_back({address, size, /*isWrite=*/true});
        break;
      case RangeKind::Allocate:
        allocated.push_back({address, size});
        break;
      case RangeKind::Release:
        released.push_back(address);
        break;
      }
    }
  }
  llvm::SmallVector<MemoryAccess, 8> accesses;
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 2> allocated;
  llvm::SmallVector<uint64_t, 2> released;
};

} // namespace

static uint32_t modelOf(uint64_t word) {
  return llvm::bit_cast<native::LibraryWord>(word).model;
}

void DetailedDecoder::tellLibraryBegin(llvm::ArrayRef<uint64_t> words) {
  Ranges ranges(words.drop_front(3));
  LibraryModels::get().markReads(modelOf(words[0]), ranges.accesses);
  observer.beginLibraryCall(callOf(words[0]), ranges.accesses);
  for (uint64_t address : ranges.released)
    observer.release(address);
}

void DetailedDecoder::tellLibraryEnd(llvm::ArrayRef<uint64_t> words) {
  Ranges ranges(words.drop_front(3));
  for (auto [address, size] : ranges.allocated)
    observer.allocate(address, size);
  LibraryModels::get().markWrites(modelOf(words[0]), ranges.accesses);
  observer.endLibraryCall(callOf(words[0]), ranges.accesses,
                          {words[1], words[2]});
}
