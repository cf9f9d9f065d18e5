// Records the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/StoreRecorder.h"
#include "HiddenHeapUse.h"
#include "LibraryStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <map>
#include <memory>

using namespace pinstripe;

namespace {

using Base = ComputedStore::Base;

/// A call of a traced function that has not returned.
struct LiveFrame {
  InvocationId invocation{};
  /// Value of the register rbp in the call; 0 before the function's prologue
  /// has set rbp.
  uint64_t frame = 0;
  uint64_t low = 0; ///< Lowest address of the call's frame.
};

struct HeapBlock {
  uint64_t size = 0;
  /// 1 plus the number of the event that allocated the heap block; 0 if it was
  /// allocated outside of all events.
  uint32_t number = 0;
};

/// A call of a library function that has begun and whose end was not reported.
/// If an exception leaves such a call, its end is never reported.
struct OpenCall {
  llvm::StringRef function;
  bool isByTracedCode = false;
  /// The value of State::switches when the call began.
  uint64_t switches = 0;
};

/// The open calls of one thread.
struct ThreadCalls {
  std::vector<LiveFrame> frames;
  /// True if the block of code that the thread executed last belongs to a
  /// traced function.
  bool inTracedCode = false;
  std::vector<OpenCall> calls;
};

/// A range of run-time addresses with writable data of a traced module.
struct LoadedRange {
  uint64_t begin = 0, end = 0;
  /// The number to add to an address in the unit table (the table of the
  /// program's statements) to get the run-time address.
  uint64_t movedBy = 0;
};

} // namespace

/// The largest size in bytes of the two tables of LibraryStores together. They
/// tell which memory library code wrote and which memory it read.
static constexpr uint64_t maxTableBytes = uint64_t(1) << 30;

struct StoreRecorder::State {
  State(const UnitTable &table, const DataCode &code, const Trace &trace,
        size_t maxStores);

  void add(uint64_t address, uint64_t size, EventIndex writer);
  void write(uint64_t address, uint64_t size, bool isLibrary);
  void read(uint64_t address, uint64_t size) {
    if (isDeclaring && !isFull())
      ofLibraries.read(address, size, *event);
  }
  void use(uint64_t address, uint64_t size);
  void poisonReleased(uint64_t address, uint64_t size);
  std::optional<ComputedStore> storeAt(uint64_t address, uint32_t size,
                                       EventIndex writer) const;
  bool isOfOtherThread(InvocationId invocation) const;
  const LiveFrame *frameAt(uint64_t address) const;
  static const LiveFrame *frameAt(uint64_t address,
                                  llvm::ArrayRef<LiveFrame> known);
  void enterFrame(uint64_t frame, FunctionId function);
  void forget(uint64_t address, uint64_t size);
  OpenCall endCall(llvm::StringRef function);
  bool isUnknownConstructor(const LibraryCall &call);
  uint64_t addressOf(const MemoryReference &reference, const CodeBlock &block,
                     uint64_t frame) const {
    auto offset = static_cast<uint64_t>(reference.offset);
    if (reference.place == MemoryReference::Place::Frame)
      return frame + offset;
    return offset + movedBy[static_cast<size_t>(table.moduleOf(block.address))];
  }
  bool isFull() const {
    return recorded.size() > 4 * maxStores ||
           ofLibraries.memoryUse() > maxTableBytes;
  }
  /// Returns true if the statement of the event `index` makes a new object: a
  /// declaration, an initialiser, or the first part of a `for`.
  bool declares(EventIndex index) const {
    return llvm::is_contained(
        {UnitKind::Declaration, UnitKind::Initializer, UnitKind::LoopInit},
        table.unitOf(trace.entryOf(index)).kind);
  }
  void noteHeapChange() {
    if (event)
      allocating.push_back(*event);
  }

  const UnitTable &table;
  const DataCode &code;
  const Trace &trace;
  size_t maxStores;
  /// For each block of code, true if the block has a store that must be
  /// recorded, such as one to an address that is known only at run time. Other
  /// stores are described in the unit table, the table of the program's
  /// statements.
  std::vector<bool> writesComputed;
  std::vector<LoadedRange> variables;
  /// For each module (the program or a library), the number to add to an
  /// address in the unit table in order to get the run-time address.
  std::vector<uint64_t> movedBy;
  std::optional<EventIndex> event;
  /// True if the current event makes a new object. If library code then writes
  /// bytes that it has not read in this event, the bytes are taken for data of
  /// the new object, and the write is recorded at once. All other writes of
  /// library code are recorded only when the bytes are used as data, since they
  /// could be internal state of a library object.
  bool isDeclaring = false;
  /// True if the recorder has the code of a library, or was told of a write by
  /// library code. While this is false, libraries have written nothing that
  /// might be data, so the recorder need not note which memory is used as data.
  bool hasLibraryCode = false;
  /// The thread that is executed, and all others by their numbers.
  ThreadCalls thread;
  uint32_t threadNumber = 0;
  std::map<uint32_t, ThreadCalls> otherThreads;
  uint64_t switches = 0; ///< How many times another thread has gone on.
  std::map<uint64_t, HeapBlock> heap;
  LibraryStores ofLibraries;
  /// For each C++ library function that was called, true if the function is a
  /// constructor.
  llvm::StringMap<bool> constructors;
  HiddenHeapUse hiddenHeapUse;
  std::vector<EventIndex> allocating;
  std::vector<ComputedStores::Recorded> recorded;
};

/// Returns true for a write that is missing in the unit table (the table of the
/// program's statements), because its address is known only at run time or
/// because the writing code is not traced.
static bool isComputed(const MemoryReference &reference,
                       const CodeBlock &block) {
  using Place = MemoryReference::Place;
  return reference.isWritten &&
         (reference.place == Place::Recorded ||
          (reference.place == Place::Fixed && !block.function));
}

StoreRecorder::State::State(const UnitTable &table, const DataCode &code,
                            const Trace &trace, size_t maxStores)
    : table(table), code(code), trace(trace), maxStores(maxStores),
      movedBy(table.modules.size()) {
  for (const CodeBlock &block : code.blocks) {
    bool isWriter = false;
    for (const DataInstruction &instruction : code.instructionsOf(block))
      isWriter |= llvm::any_of(code.referencesOf(instruction),
                               [&](const MemoryReference &reference) {
                                 return isComputed(reference, block);
                               });
    writesComputed.push_back(isWriter);
    hasLibraryCode |= !block.function;
  }
}

// The following functions look up frames and addresses.

/// Returns true if another thread executes the call. What a thread does before
/// its first traced function belongs to the call that has created the thread.
bool StoreRecorder::State::isOfOtherThread(InvocationId invocation) const {
  return llvm::any_of(otherThreads, [&](const auto &each) {
    return llvm::any_of(each.second.frames, [&](const LiveFrame &frame) {
      return frame.invocation == invocation;
    });
  });
}

/// Returns the innermost frame to which the address belongs; null if there is
/// none. Frames grow towards lower addresses.
const LiveFrame *StoreRecorder::State::frameAt(uint64_t address) const {
  const LiveFrame *found = frameAt(address, thread.frames);
  for (auto each = otherThreads.begin(); !found && each != otherThreads.end();
       ++each)
    found = frameAt(address, each->second.frames);
  return found;
}

const LiveFrame *
StoreRecorder::State::frameAt(uint64_t address,
                              llvm::ArrayRef<LiveFrame> known) {
  if (!known.empty() && known.back().frame == 0)
    known = known.drop_back();
  auto inner = llvm::partition_point(
      known, [&](const LiveFrame &each) { return each.frame > address; });
  if (inner == known.begin() || address < std::prev(inner)->low)
    return nullptr;
  return std::prev(inner);
}

std::optional<ComputedStore>
StoreRecorder::State::storeAt(uint64_t address, uint32_t size,
                              EventIndex writer) const {
  uint64_t end = address + size;
  if (const LiveFrame *its = frameAt(address)) {
    if (end > its->frame)
      return std::nullopt;
    return ComputedStore{
        address - its->frame, size,
        ComputedStore::pack(Base::Frame,
                            static_cast<uint32_t>(its->invocation))};
  }
  auto next = heap.upper_bound(address);
  if (next != heap.begin()) {
    const auto &[begin, block] = *std::prev(next);
    bool isOwn = block.number == static_cast<uint32_t>(writer) + 1;
    if (end <= begin + block.size && !isOwn)
      return ComputedStore{address, size,
                           ComputedStore::pack(Base::Heap, block.number)};
  }
  for (const LoadedRange &range : variables)
    if (address >= range.begin && end <= range.end)
      return ComputedStore{address - range.movedBy, size,
                           ComputedStore::pack(Base::Fixed, 0)};
  return std::nullopt;
}

/// Records that the event `writer` wrote to the given bytes.
void StoreRecorder::State::add(uint64_t address, uint64_t size,
                               EventIndex writer) {
  constexpr uint64_t largest = uint64_t(1) << 30;
  if (size == 0 || size > largest || isFull())
    return;
  std::optional<ComputedStore> store =
      storeAt(address, static_cast<uint32_t>(size), writer);
  if (!store)
    return;
  uint32_t position = trace.positionOf(writer);
  // If an event writes neighbouring bytes one after the other, as a loop over
  // an array does, they are recorded as a single store.
  if (!recorded.empty() && recorded.back().position == position) {
    ComputedStore &last = recorded.back().store;
    if (last.baseAndNumber == store->baseAndNumber &&
        last.place + last.size == store->place &&
        store->size <= largest - last.size) {
      last.size += store->size;
      return;
    }
  }
  recorded.push_back({*store, position});
}

// The following functions tell data of the program apart from the internal
// state of library objects.

/// Notes that the current event writes bytes. A write by the program itself,
/// and a write by library code to a new object, are recorded at once. Any other
/// write by library code may change the internal state of a library object, so
/// it is recorded only when the bytes are used as data.
void StoreRecorder::State::write(uint64_t address, uint64_t size,
                                 bool isLibrary) {
  hasLibraryCode |= isLibrary;
  if (!event || isFull())
    return;
  bool isNew =
      isLibrary && isDeclaring && ofLibraries.isUnread(address, size, *event);
  if (isLibrary && !isNew)
    return ofLibraries.write(address, size, *event);
  if (!isLibrary)
    use(address, size);
  add(address, size, *event);
}

/// Notes that bytes are used as data. If library code wrote some of them during
/// an event, records a store of that event.
void StoreRecorder::State::use(uint64_t address, uint64_t size) {
  if (hasLibraryCode && !isFull())
    ofLibraries.use(address, size,
                    [&](uint64_t at, uint64_t length, EventIndex writer) {
                      add(at, length, writer);
                    });
}

/// Called when library code releases a heap block, as a growing vector does. A
/// later run that skips the current event does not release the block, which
/// then still holds old data of a library object. So this function records
/// these data as stored by the current event. A run that skips the event can
/// then overwrite the data with a pattern.
void StoreRecorder::State::poisonReleased(uint64_t address, uint64_t size) {
  if (event && !isFull())
    ofLibraries.visitData(address, size, [&](uint64_t at, uint64_t length) {
      add(at, length, *event);
    });
}

// The engine calls the following functions when something happens in the run.

/// Ends the latest unfinished call of the library function `function`, and all
/// calls that began after it. Returns this call of `function`. If the function
/// has no unfinished call, returns a call by traced code that begins now.
OpenCall StoreRecorder::State::endCall(llvm::StringRef function) {
  while (!thread.calls.empty()) {
    OpenCall call = thread.calls.back();
    thread.calls.pop_back();
    if (call.function == function)
      return call;
  }
  return {function, /*isByTracedCode=*/true, switches};
}

void StoreRecorder::State::enterFrame(uint64_t frame, FunctionId function) {
  if (thread.frames.empty())
    return;
  LiveFrame &top = thread.frames.back();
  if (trace.invocation(top.invocation).function != function)
    return;
  top.frame = frame;
  // A frame includes the return address, which is above rbp. So the frame ends
  // one word above rbp.
  constexpr uint64_t word = 8;
  top.low = frame + word - table.function(function).frameSize;
}

/// Removes from `heap` each block that overlaps with newly allocated memory.
/// Such a block was released, even if no release was reported.
void StoreRecorder::State::forget(uint64_t address, uint64_t size) {
  auto each = heap.lower_bound(address);
  if (each != heap.begin()) {
    auto before = std::prev(each);
    if (before->first + before->second.size > address)
      heap.erase(before);
  }
  while (each != heap.end() && each->first < address + size)
    each = heap.erase(each);
}

StoreRecorder::StoreRecorder(const UnitTable &table, const DataCode &code,
                             const Trace &trace, size_t maxStores)
    : state(std::make_unique<State>(table, code, trace, maxStores)) {}
StoreRecorder::~StoreRecorder() = default;

void StoreRecorder::moduleLoaded(ModuleId module, uint64_t bias) {
  uint64_t movedBy = bias - state->table.module(module).base;
  state->movedBy[static_cast<size_t>(module)] = movedBy;
  for (const CodeRange &range : state->code.variables)
    if (state->table.moduleOf(range.low) == module)
      state->variables.push_back(
          {range.low + movedBy, range.high + movedBy, movedBy});
}

void StoreRecorder::enterThread(const ObservedThread &next) {
  ++state->switches;
  if (!state->thread.frames.empty() || !state->thread.calls.empty())
    state->otherThreads[state->threadNumber] = std::move(state->thread);
  state->thread = std::move(state->otherThreads[next.number]);
  state->otherThreads.erase(next.number);
  state->threadNumber = next.number;
}

void StoreRecorder::endThread() { state->thread = {}; }

void StoreRecorder::atEvent(std::optional<EventIndex> event,
                            std::optional<InvocationId> invocation) {
  // A run that differs from the recorded run may report an event or a call that
  // is not in the trace. Such a report counts as one without an event and a
  // call. Other code tells the user that the runs differ.
  const Trace &trace = state->trace;
  bool isKnown = (!event || static_cast<size_t>(*event) < trace.size()) &&
                 (!invocation || static_cast<size_t>(*invocation) <
                                     trace.allInvocations().size());
  state->event = isKnown ? event : std::nullopt;
  for (auto id = invocation; isKnown && id && !state->event;
       id = trace.invocation(*id).caller)
    state->event = trace.invocation(*id).parent;
  state->isDeclaring = state->event && state->declares(*state->event);
  if (!invocation || !isKnown)
    return;
  std::vector<LiveFrame> &frames = state->thread.frames;
  std::optional<InvocationId> caller = trace.invocation(*invocation).caller;
  while (!frames.empty() && frames.back().invocation != *invocation &&
         frames.back().invocation != caller)
    frames.pop_back();
  if (frames.empty() && state->isOfOtherThread(*invocation))
    return;
  if (frames.empty() || frames.back().invocation != *invocation)
    frames.push_back({*invocation});
}

void StoreRecorder::executeBlock(BlockId id, uint64_t frame,
                                 llvm::ArrayRef<uint64_t> words) {
  const CodeBlock &block = state->code.block(id);
  state->thread.inTracedCode = block.function.has_value();
  if (block.hasFrame && block.function)
    state->enterFrame(frame, *block.function);
  bool readsData = block.function && state->hasLibraryCode;
  if (!readsData && block.function &&
      !state->writesComputed[static_cast<size_t>(id)])
    return;
  for (const DataInstruction &instruction : state->code.instructionsOf(block))
    for (const MemoryReference &reference :
         state->code.referencesOf(instruction)) {
      bool isRecorded = reference.place == MemoryReference::Place::Recorded;
      size_t taken = isRecorded ? 1u + reference.isRepeated : 0u;
      if (words.size() < taken)
        return;
      uint64_t address =
          isRecorded ? words[0] : state->addressOf(reference, block, frame);
      uint64_t size = taken == 2 ? words[1] : reference.size;
      if (reference.isRead && readsData)
        state->use(address, size);
      if (isRecorded && reference.isRead && !block.function)
        state->read(address, size);
      if (isComputed(reference, block))
        state->write(address, size, /*isLibrary=*/!block.function);
      words = words.drop_front(taken);
    }
}

/// Returns true for the mangled name of a C++ function.
static bool isCxx(llvm::StringRef function) {
  return function.starts_with("_Z");
}

/// Returns true for the mangled name of a constructor.
static bool isConstructor(llvm::StringRef function) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(function.str().c_str()) ||
      !demangler.isCtorOrDtor())
    return false;
  size_t size = 0;
  std::unique_ptr<char, decltype(&std::free)> name(
      demangler.getFunctionBaseName(nullptr, &size), &std::free);
  return name && name.get()[0] != '~';
}

/// Returns true for the call of a library constructor that has no model, a
/// description of the memory that it uses. Such a call is reported to read all
/// memory to which its arguments point. But a constructor does not read the
/// object that it makes, so these reports must not count.
bool StoreRecorder::State::isUnknownConstructor(const LibraryCall &call) {
  if (call.knowledge == LibraryCall::Knowledge::Model || !isCxx(call.function))
    return false;
  auto [known, isFirst] = constructors.try_emplace(call.function, false);
  if (isFirst)
    known->second = isConstructor(call.function);
  return known->second;
}

void StoreRecorder::beginLibraryCall(const LibraryCall &call,
                                     llvm::ArrayRef<MemoryAccess> reads) {
  state->thread.calls.push_back(
      {call.function, state->thread.inTracedCode, state->switches});
  bool isNew = state->isUnknownConstructor(call);
  for (const MemoryAccess &read : reads) {
    // C++ library code may call a C function that copies memory, such as
    // memcpy. The memory then does not count as data, since it may hold the
    // state of an object.
    bool isData = isCxx(call.function)
                      ? read.isContent
                      : state->thread.inTracedCode || !read.isCopied;
    if (isData)
      state->use(read.address, read.size);
    if (!isNew)
      state->read(read.address, read.size);
  }
  if (state->hiddenHeapUse.mayBeIn(call))
    state->noteHeapChange();
}

void StoreRecorder::endLibraryCall(const LibraryCall &call,
                                   llvm::ArrayRef<MemoryAccess> writes,
                                   OutputRange) {
  OpenCall ended = state->endCall(call.function);
  // A guess takes all changes of memory for those of the call, also what other
  // threads have written meanwhile.
  if (call.knowledge == LibraryCall::Knowledge::Observed &&
      ended.switches != state->switches)
    return;
  bool isLibrary = isCxx(call.function) || !ended.isByTracedCode;
  for (const MemoryAccess &write : writes)
    state->write(write.address, write.size, isLibrary);
}

void StoreRecorder::allocate(uint64_t address, uint64_t size) {
  state->noteHeapChange();
  if (address == 0 || size == 0)
    return;
  state->forget(address, size);
  state->ofLibraries.forget(address, size);
  uint32_t number = state->event ? static_cast<uint32_t>(*state->event) + 1 : 0;
  state->heap[address] = {size, number};
}

void StoreRecorder::release(uint64_t address) {
  state->noteHeapChange();
  auto block = state->heap.find(address);
  if (block == state->heap.end())
    return;
  if (!state->thread.inTracedCode)
    state->poisonReleased(address, block->second.size);
  state->heap.erase(block);
}

std::shared_ptr<const ComputedStores> StoreRecorder::take() {
  const Trace &trace = state->trace;
  if (state->isFull() || trace.size() >= ComputedStore::maxNumber ||
      trace.allInvocations().size() >= ComputedStore::maxNumber)
    return nullptr;
  auto stores = std::make_shared<ComputedStores>(
      trace, std::move(state->recorded), std::move(state->allocating));
  if (stores->size() > state->maxStores)
    return nullptr;
  return stores;
}
