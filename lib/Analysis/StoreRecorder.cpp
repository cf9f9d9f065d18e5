//===- StoreRecorder.cpp - Notes where events write -----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Analysis/StoreRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace pinstripe;

namespace {

using Base = ComputedStore::Base;

/// An activation of a traced function.
struct LiveFrame {
  InvocationId invocation{};
  uint64_t frame = 0; ///< rbp; 0: not yet set up
  uint64_t low = 0;   ///< where it ends
};

struct HeapBlock {
  uint64_t size = 0;
  uint32_t number = 0; ///< as ComputedStore::number
};

/// What a traced module can write to, by run-time address.
struct LoadedRange {
  uint64_t begin = 0, end = 0;
  uint64_t movedBy = 0; ///< run time - table
};

/// What to look at in a block.
struct BlockRole {
  bool writesComputed : 1;
  /// Its frame is that of the invocation.
  bool isTraced : 1;
  uint32_t function = 0; ///< if it is traced
};

} // namespace

struct StoreRecorder::State {
  State(const UnitTable &table, const DataCode &code, const Trace &trace,
        size_t most);

  void add(uint64_t address, uint64_t size);
  std::optional<ComputedStore> storeAt(uint64_t address, uint32_t size) const;
  const LiveFrame *frameAt(uint64_t address) const;
  void enterFrame(uint64_t frame, uint32_t function);
  void forget(uint64_t address, uint64_t size);
  bool isFull() const { return recorded.size() > 4 * most; }
  void mayMoveHeap() {
    if (event)
      allocating.push_back(*event);
  }

  const UnitTable &table;
  const DataCode &code;
  const Trace &trace;
  size_t most;
  std::vector<BlockRole> roles; ///< by block
  std::vector<uint32_t> positionOf;
  std::vector<LoadedRange> variables;
  std::vector<uint64_t> movedBy; ///< by module: run time - table
  std::optional<EventIndex> event;
  std::vector<LiveFrame> frames;
  std::map<uint64_t, HeapBlock> heap;
  llvm::StringSet<> begun; ///< functions that have taken memory Once
  std::vector<EventIndex> allocating;
  std::vector<ComputedStores::Recorded> recorded;
};

/// Writes of variables of a fixed place are known of traced functions.
static bool isComputed(const MemoryOperand &operand, bool isTraced) {
  using Place = MemoryOperand::Place;
  return operand.isWritten && (operand.place == Place::Recorded ||
                               (operand.place == Place::Fixed && !isTraced));
}

StoreRecorder::State::State(const UnitTable &table, const DataCode &code,
                            const Trace &trace, size_t most)
    : table(table), code(code), trace(trace), most(most),
      positionOf(trace.size()), movedBy(table.modules.size()) {
  for (const CodeBlock &block : code.blocks) {
    auto behind = llvm::partition_point(table.functions,
                                        [&](const TracedFunction &function) {
                                          return function.low <= block.address;
                                        });
    BlockRole role{};
    role.isTraced = behind != table.functions.begin() &&
                    block.address < std::prev(behind)->high;
    if (role.isTraced)
      role.function =
          static_cast<uint32_t>(behind - table.functions.begin() - 1);
    for (const DataInstruction &instruction : code.instructionsOf(block))
      role.writesComputed |= llvm::any_of(
          code.operandsOf(instruction), [&](const MemoryOperand &operand) {
            return isComputed(operand, role.isTraced);
          });
    roles.push_back(role);
  }
  llvm::ArrayRef<EventIndex> order = trace.eventsByInvocation();
  for (size_t i = 0; i < order.size(); ++i)
    positionOf[static_cast<size_t>(order[i])] = static_cast<uint32_t>(i);
}

//===----------------------------------------------------------------------===//
// What an address is
//===----------------------------------------------------------------------===//

/// The innermost frame that has it; frames grow towards lower addresses.
const LiveFrame *StoreRecorder::State::frameAt(uint64_t address) const {
  llvm::ArrayRef<LiveFrame> known = frames;
  if (!known.empty() && known.back().frame == 0)
    known = known.drop_back();
  auto inner = llvm::partition_point(
      known, [&](const LiveFrame &each) { return each.frame > address; });
  if (inner == known.begin() || address < std::prev(inner)->low)
    return nullptr;
  return std::prev(inner);
}

std::optional<ComputedStore>
StoreRecorder::State::storeAt(uint64_t address, uint32_t size) const {
  uint64_t end = address + size;
  if (const LiveFrame *its = frameAt(address)) {
    if (end > its->frame)
      return std::nullopt;
    return ComputedStore{
        address - its->frame, size,
        ComputedStore::pack(Base::Frame,
                            static_cast<uint32_t>(its->invocation))};
  }
  auto behind = heap.upper_bound(address);
  if (behind != heap.begin()) {
    const auto &[begin, block] = *std::prev(behind);
    bool isOwn = block.number == static_cast<uint32_t>(*event) + 1;
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

void StoreRecorder::State::add(uint64_t address, uint64_t size) {
  constexpr uint64_t largest = uint64_t(1) << 30;
  if (!event || size == 0 || size > largest || isFull())
    return;
  std::optional<ComputedStore> store =
      storeAt(address, static_cast<uint32_t>(size));
  if (!store)
    return;
  uint32_t position = positionOf[static_cast<size_t>(*event)];
  // Loops within a statement go from one element to the next.
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

//===----------------------------------------------------------------------===//
// What happens
//===----------------------------------------------------------------------===//

void StoreRecorder::State::enterFrame(uint64_t frame, uint32_t function) {
  if (frames.empty())
    return;
  LiveFrame &top = frames.back();
  if (static_cast<uint32_t>(trace.invocation(top.invocation).function) !=
      function)
    return;
  top.frame = frame;
  // The size counts from the return address on, which is above rbp.
  constexpr uint64_t word = 8;
  top.low = frame + word - table.functions[function].frameSize;
}

/// What is allocated there is new, whoever has released the old.
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
                             const Trace &trace, size_t most)
    : state(std::make_unique<State>(table, code, trace, most)) {}
StoreRecorder::~StoreRecorder() = default;

void StoreRecorder::moduleLoaded(ModuleId module, uint64_t bias) {
  uint64_t movedBy = bias - state->table.module(module).base;
  state->movedBy[static_cast<size_t>(module)] = movedBy;
  for (const CodeRange &range : state->code.variables)
    if (state->table.moduleOf(range.low) == module)
      state->variables.push_back(
          {range.low + movedBy, range.high + movedBy, movedBy});
}

void StoreRecorder::atEvent(std::optional<EventIndex> event,
                            std::optional<InvocationId> invocation) {
  // Another run is not ours to judge: whoever compares the traces will say so.
  const Trace &trace = state->trace;
  bool isKnown = (!event || static_cast<size_t>(*event) < trace.size()) &&
                 (!invocation || static_cast<size_t>(*invocation) <
                                     trace.allInvocations().size());
  state->event = isKnown ? event : std::nullopt;
  if (!invocation || !isKnown)
    return;
  for (auto id = invocation; id && !state->event;
       id = trace.invocation(*id).caller)
    state->event = trace.invocation(*id).parent;
  std::vector<LiveFrame> &frames = state->frames;
  std::optional<InvocationId> caller = trace.invocation(*invocation).caller;
  while (!frames.empty() && frames.back().invocation != *invocation &&
         frames.back().invocation != caller)
    frames.pop_back();
  if (frames.empty() || frames.back().invocation != *invocation)
    frames.push_back({*invocation});
}

void StoreRecorder::executeBlock(BlockId id, uint64_t frame,
                                 llvm::ArrayRef<uint64_t> words) {
  const CodeBlock &block = state->code.block(id);
  const BlockRole &role = state->roles[static_cast<size_t>(id)];
  if (block.hasFrame && role.isTraced)
    state->enterFrame(frame, role.function);
  if (!role.writesComputed)
    return;
  auto module = static_cast<size_t>(state->table.moduleOf(block.address));
  for (const DataInstruction &instruction : state->code.instructionsOf(block))
    for (const MemoryOperand &operand : state->code.operandsOf(instruction)) {
      bool isRecorded = operand.place == MemoryOperand::Place::Recorded;
      size_t taken = isRecorded ? 1u + operand.isRepeated : 0u;
      if (words.size() < taken)
        return;
      if (isComputed(operand, role.isTraced)) {
        uint64_t address = isRecorded ? words[0]
                                      : static_cast<uint64_t>(operand.offset) +
                                            state->movedBy[module];
        state->add(address, operand.isRepeated ? words[1] : operand.size);
      }
      words = words.drop_front(taken);
    }
}

void StoreRecorder::beginLibraryCall(const LibraryCall &call,
                                     llvm::ArrayRef<MemoryAccess>) {
  using HeapUse = LibraryCall::HeapUse;
  if (call.heapUse == HeapUse::None ||
      (call.heapUse == HeapUse::Once &&
       !state->begun.insert(call.function).second))
    return;
  state->mayMoveHeap();
  // It may have opened another stream.
  if (call.heapUse == HeapUse::Any)
    state->begun.clear();
}

void StoreRecorder::endLibraryCall(const LibraryCall &,
                                   llvm::ArrayRef<MemoryAccess> writes,
                                   OutputRange) {
  for (const MemoryAccess &write : writes)
    state->add(write.address, write.size);
}

void StoreRecorder::allocate(uint64_t address, uint64_t size) {
  state->mayMoveHeap();
  if (address == 0 || size == 0)
    return;
  state->forget(address, size);
  uint32_t number = state->event ? static_cast<uint32_t>(*state->event) + 1 : 0;
  state->heap[address] = {size, number};
}

void StoreRecorder::release(uint64_t address) {
  state->mayMoveHeap();
  state->heap.erase(address);
}

std::shared_ptr<const ComputedStores> StoreRecorder::take() {
  const Trace &trace = state->trace;
  if (state->isFull() || trace.size() >= ComputedStore::mostNumber ||
      trace.allInvocations().size() >= ComputedStore::mostNumber)
    return nullptr;
  auto stores = std::make_shared<ComputedStores>(
      trace, std::move(state->recorded), std::move(state->allocating));
  if (stores->size() > state->most)
    return nullptr;
  return stores;
}
