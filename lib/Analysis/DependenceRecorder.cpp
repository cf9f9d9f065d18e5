//===- DependenceRecorder.cpp - Finds dependences during a run ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Analysis/DependenceRecorder.h"
#include "RecorderState.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

using Kind = DataInstruction::Kind;

DependenceRecorder::State::State(const UnitTable &table, const DataCode &code,
                                 uint64_t mostBytes)
    : table(table), code(code), mostBytes(mostBytes), roles(code.blocks.size()),
      movedBy(table.modules.size()) {
  bool isBefore = false;
  for (size_t i = 0; i < code.blocks.size(); ++i) {
    const CodeBlock &block = code.blocks[i];
    moduleOf.push_back(static_cast<uint8_t>(table.moduleOf(block.address)));
    roles[i].entersFunction = code.isFunction(block.address);
    isBefore |= roles[i].entersFunction;
    roles[i].opensFrame = isBefore && block.hasFrame;
    isBefore &= !block.hasFrame;
  }
  for (size_t i = 0; i < movedBy.size(); ++i)
    movedBy[i] = -static_cast<int64_t>(table.module(ModuleId(i)).base);
  for (size_t i = 0; i < static_cast<size_t>(DependenceGraph::firstNode); ++i)
    graph.firstDependence.push_back(0);
  graph.starts.push_back({});
}

NodeId DependenceRecorder::State::beginNode() {
  NodeId node = nextNode();
  graph.firstDependence.push_back(static_cast<uint32_t>(graph.size()));
  return node;
}

/// A value says more than an address.
void DependenceRecorder::State::add(NodeId on, bool isAddress, bool isStale) {
  constexpr size_t mostCompared = 8;
  if (on == DependenceGraph::initial)
    return;
  GrowingArray<Dependence> &all = graph.allDependences;
  size_t first = *(graph.firstDependence.end() - 1);
  if (all.size() > first + mostCompared)
    first = all.size() - mostCompared;
  for (size_t i = first; i < all.size(); ++i)
    if (all[i].on() == on) {
      all[i] = Dependence(on, isAddress && all[i].isAddress(),
                          isStale || all[i].isStale());
      return;
    }
  all.push_back(Dependence(on, isAddress, isStale));
}

void DependenceRecorder::State::addParts(RegisterSet parts, bool isAddress) {
  forEachPart(parts, [&](unsigned part) {
    add(registers[part], isAddress, /*isStale=*/false);
  });
}

void DependenceRecorder::State::addBytes(uint64_t address, uint64_t size,
                                         bool isAddress) {
  visitOrigins(address, size,
               [&](uint64_t at, uint64_t length, NodeId node, bool isStale) {
                 add(node, isAddress, isStale);
                 if (expected && node < DependenceGraph::firstNode)
                   noteUndefined(at, length);
               });
}

/// Library calls may read much that few have written.
void DependenceRecorder::State::endNode(NodeId node) {
  constexpr size_t manyDependences = 32;
  GrowingArray<Dependence> &all = graph.allDependences;
  size_t first = graph.firstDependence[static_cast<size_t>(node)];
  if (all.size() - first < manyDependences)
    return;
  std::sort(all.begin() + first, all.end(), [](Dependence a, Dependence b) {
    return std::tuple(a.on(), a.isAddress(), b.isStale()) <
           std::tuple(b.on(), b.isAddress(), a.isStale());
  });
  auto end =
      std::unique(all.begin() + first, all.end(),
                  [](Dependence a, Dependence b) { return a.on() == b.on(); });
  all.resize(end - all.begin());
}

bool DependenceRecorder::State::isFull() {
  isExhausted = isExhausted || graph.nodes() >= DependenceGraph::mostNodes ||
                graph.size() >= ~uint32_t(0) - DependenceGraph::mostNodes ||
                graph.bytes() + memory.bytes() > mostBytes;
  return isExhausted;
}

void DependenceRecorder::State::enterBlock(BlockId id, const CodeBlock &block,
                                           uint64_t frame) {
  BlockRole role = roles[static_cast<size_t>(id)];
  if (role.entersFunction && !calls.empty())
    callBack();
  if (!block.hasFrame)
    return;
  currentFrame = frame;
  if (role.opensFrame) {
    frames.open(frame, nextNode());
    if (expected)
      frames.top().function = functionOf[static_cast<size_t>(id)];
    // The caller's rbp and the return address are no data.
    memory.set(frame, 16, Writer());
    return;
  }
  frames.returnTo(frame, nextNode());
  if (expected)
    frames.top().function = functionOf[static_cast<size_t>(id)];
  if (!calls.empty() && frame >= calls.back().frame)
    leaveCalls(frame);
}

/// False: the run ended, or faulted, before it knew an address.
bool DependenceRecorder::State::resolve(const DataInstruction &instruction,
                                        uint64_t frame, int64_t moved,
                                        llvm::ArrayRef<uint64_t> &words) {
  accesses.clear();
  for (const MemoryOperand &operand : code.operandsOf(instruction)) {
    Access access{0, operand.size, &operand};
    switch (operand.place) {
    case MemoryOperand::Place::Frame:
      access.address = frame + operand.offset;
      break;
    case MemoryOperand::Place::Fixed:
      access.address = operand.offset + moved;
      break;
    case MemoryOperand::Place::Recorded:
      if (words.size() < 1u + operand.isRepeated)
        return false;
      access.address = words.front();
      if (operand.isRepeated)
        access.size = words[1];
      words = words.drop_front(1u + operand.isRepeated);
      break;
    }
    accesses.push_back(access);
  }
  return true;
}

/// A load of what a save has stored, as long as nobody else wrote there.
bool DependenceRecorder::State::isRestored(const DataInstruction &instruction) {
  NodeId save{};
  bool isWhole = true;
  const Access &slot = accesses.front();
  memory.visit(slot.address, slot.size,
               [&](uint64_t, uint64_t size, Writer writer) {
                 isWhole = size == slot.size;
                 save = writer.node();
               });
  auto found = saved.find(static_cast<uint32_t>(save));
  if (!isWhole || found == saved.end() ||
      found->second.parts != instruction.defines)
    return false;
  size_t i = 0;
  forEachPart(instruction.defines, [&](unsigned part) {
    registers[part] = found->second.writers[i++];
  });
  saved.erase(found);
  return true;
}

void DependenceRecorder::State::save(const DataInstruction &instruction,
                                     NodeId node) {
  SavedRegister &entry = saved[static_cast<uint32_t>(node)];
  entry.parts = instruction.valueUses;
  size_t i = 0;
  forEachPart(entry.parts,
              [&](unsigned part) { entry.writers[i++] = registers[part]; });
}

void DependenceRecorder::State::executeCall(const DataInstruction &) {
  if (frames.empty())
    return;
  size_t i = 0;
  forEachPart(calleeSavedRegisters,
              [&](unsigned part) { frames.top().kept[i++] = registers[part]; });
}

/// `rep movs`, unless it repeats what it has written itself.
bool DependenceRecorder::State::isStringCopy() {
  if (accesses.size() != 2 || !accesses[0].operand->isRepeated ||
      !accesses[1].operand->isRepeated)
    return false;
  if (accesses[0].operand->isWritten)
    std::swap(accesses[0], accesses[1]);
  const Access &from = accesses[0], &to = accesses[1];
  return from.operand->isRead && !from.operand->isWritten &&
         to.operand->isWritten && !to.operand->isRead && from.size == to.size &&
         (to.address >= from.address + from.size ||
          from.address >= to.address + to.size);
}

void DependenceRecorder::State::execute(const DataInstruction &instruction) {
  bool isWrite = llvm::any_of(
      accesses, [](const Access &access) { return access.operand->isWritten; });
  bool isCall =
      instruction.kind == Kind::Call || instruction.kind == Kind::LibraryCall;
  if (isCall)
    executeCall(instruction);
  if (instruction.kind == Kind::Return)
    executeReturn();
  bool decides = instruction.kind == Kind::Branch ||
                 (isCall && (instruction.addressUses || !accesses.empty()));
  if (!instruction.defines && !isWrite && !decides)
    return;
  if (instruction.kind == Kind::RestoreRegister && isRestored(instruction))
    return;
  bool isCopy = isStringCopy();
  CopiedBytes copied;
  if (isCopy)
    copied = readCopied(accesses[0].address, accesses[0].size);
  NodeId node = beginNode();
  addParts(instruction.valueUses, /*isAddress=*/false);
  for (const Access &access : accesses)
    if (access.operand->isRead && !isCopy)
      addBytes(access.address, access.size);
  addParts(instruction.addressUses, /*isAddress=*/true);
  endNode(node);
  if (decides)
    graph.decisions.push_back(node);
  if (instruction.kind == Kind::SaveRegister)
    save(instruction, node);
  define(instruction.defines, node);
  if (isCopy)
    return writeCopied(copied, {accesses[1].address, accesses[1].size}, node);
  for (const Access &access : accesses)
    if (access.operand->isWritten)
      set(access.address, access.size, node);
}

/// A node of its own for what is asked for before the event that begins.
void DependenceRecorder::State::readWatched(uint64_t frame) {
  uint32_t event = graph.starts.back().event;
  llvm::erase_if(watched, [&](const WatchedBytes &each) {
    if (static_cast<uint32_t>(each.before) != event)
      return false;
    auto place = static_cast<uint64_t>(each.bytes.place);
    place += each.bytes.isInFrame
                 ? frame
                 : movedBy[static_cast<size_t>(table.moduleOf(place))];
    NodeId node = beginNode();
    addBytes(place, each.bytes.size);
    endNode(node);
    graph.allWatched.push_back(node);
    return true;
  });
}

DependenceRecorder::DependenceRecorder(const UnitTable &table,
                                       const DataCode &code, uint64_t mostBytes)
    : state(std::make_unique<State>(table, code, mostBytes)) {}
DependenceRecorder::~DependenceRecorder() = default;

void DependenceRecorder::notePlaces(const Trace &expected) {
  state->expected = &expected;
  constexpr uint32_t noFunction = ~uint32_t(0);
  const std::vector<TracedFunction> &functions = state->table.functions;
  for (const CodeBlock &block : state->code.blocks) {
    auto behind = llvm::partition_point(functions, [&](const auto &function) {
      return function.low <= block.address;
    });
    bool isTraced =
        behind != functions.begin() && block.address < std::prev(behind)->high;
    state->functionOf.push_back(
        isTraced ? static_cast<uint32_t>(behind - functions.begin() - 1)
                 : noFunction);
  }
}

void DependenceRecorder::watch(const WatchedBytes &watched) {
  state->watched.push_back(watched);
}

void DependenceRecorder::moduleLoaded(ModuleId module, uint64_t bias) {
  state->movedBy[static_cast<size_t>(module)] += static_cast<int64_t>(bias);
  if (state->expected)
    state->addStaticStores(module);
}

void DependenceRecorder::atEvent(std::optional<EventIndex> event,
                                 std::optional<InvocationId>) {
  using Graph = DependenceGraph;
  uint32_t number = event ? static_cast<uint32_t>(*event) : Graph::none;
  auto first = static_cast<uint32_t>(state->graph.nodes());
  GrowingArray<Graph::Start> &starts = state->graph.starts;
  if (starts.back().event == number || state->isFull())
    return;
  if (starts.back().first == first)
    starts[starts.size() - 1].event = number;
  else
    starts.push_back({first, number});
}

void DependenceRecorder::executeBlock(BlockId id, uint64_t frame,
                                      llvm::ArrayRef<uint64_t> words) {
  if (state->isExhausted)
    return;
  const CodeBlock &block = state->code.block(id);
  state->enterBlock(id, block, frame);
  if (!state->watched.empty())
    state->readWatched(frame);
  int64_t moved = state->movedBy[state->moduleOf[static_cast<size_t>(id)]];
  for (const DataInstruction &instruction : state->code.instructionsOf(block)) {
    if (!state->resolve(instruction, frame, moved, words))
      return;
    state->execute(instruction);
  }
}

llvm::Expected<DependenceGraph> DependenceRecorder::take() {
  if (state->isExhausted)
    return llvm::make_error<TargetError>(
        "the dependences of the run take more memory than there is to use, " +
        describeBytes(state->mostBytes) +
        "; choose a smaller input, or end other programs");
  state->graph.buildIndex();
  return std::move(state->graph);
}
