//===- DependenceRecorder.cpp - Finds dependences during a run ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Analysis/DependenceRecorder.h"
#include "FrameStack.h"
#include "LastWriters.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

using Kind = DataInstruction::Kind;

/// Calls `take(part)` for each part of the set.
template <typename Take> void forEachPart(RegisterSet set, Take take) {
  for (; set != 0; set &= set - 1)
    take(static_cast<unsigned>(llvm::countr_zero(set)));
}

/// A register that was stored to be brought back.
struct SavedRegister {
  RegisterSet parts = 0;
  std::array<NodeId, 3> writers = {};
};

/// A library call that has begun.
struct OpenCall {
  NodeId begin{};
  uint64_t frame = 0; ///< of the caller
  unsigned depth = 0; ///< functions that it has called back
  /// What they returned.
  std::vector<NodeId> results;
  /// What it prints as it is in memory; none: it does something else.
  MemoryAccess printed = {};
};

/// What a function prints as it is in memory: where a whole output is written
/// at once, each part of it has writers of its own. None: it does more.
static MemoryAccess printedBy(llvm::StringRef function,
                              llvm::ArrayRef<MemoryAccess> reads) {
  if (llvm::is_contained({"fwrite", "fwrite_unlocked", "write", "fputs",
                          "fputs_unlocked", "puts", "_ZNSo5writeEPKcl"},
                         function))
    return reads.size() == 1 ? reads.front() : MemoryAccess();
  // A format of two characters with a string can only be `%s`.
  constexpr uint64_t shortFormat = 3;
  bool isString = (function == "printf" || function == "fprintf") &&
                  reads.size() == 2 && reads.front().size == shortFormat;
  return isString ? reads.back() : MemoryAccess();
}

/// What an operand turned out to be.
struct Access {
  uint64_t address = 0;
  uint64_t size = 0;
  const MemoryOperand *operand = nullptr;
};

/// What is to be known of a block beside what it holds.
struct BlockRole {
  bool entersFunction : 1;
  bool opensFrame : 1;
};

constexpr RegisterSet resultRegisters =
    generalRegister(RAX) | generalRegister(RDX) | vectorRegister(0) |
    vectorRegister(1) | floatingStackRegisters;

} // namespace

struct DependenceRecorder::State {
  State(const UnitTable &table, const DataCode &code, uint64_t mostBytes);

  // Nodes.
  NodeId nextNode() const { return NodeId(graph.nodes()); }
  NodeId beginNode();
  void add(NodeId on, bool isAddress, bool isStale);
  void addParts(RegisterSet parts, bool isAddress);
  void addBytes(uint64_t address, uint64_t size);
  void endNode(NodeId node);
  void define(RegisterSet parts, NodeId node) {
    forEachPart(parts, [&](unsigned part) { registers[part] = node; });
  }
  bool isFull();

  // Blocks.
  void enterBlock(BlockId id, const CodeBlock &block, uint64_t frame);
  bool resolve(const DataInstruction &instruction, uint64_t frame,
               int64_t moved, llvm::ArrayRef<uint64_t> &words);
  void execute(const DataInstruction &instruction);
  void executeCall(const DataInstruction &instruction);
  void executeReturn();
  bool isRestored(const DataInstruction &instruction);
  void save(const DataInstruction &instruction, NodeId node);

  void readWatched(uint64_t frame);
  std::vector<DependenceGraph::PrintedBytes>
  writersOf(const MemoryAccess &printed, OutputRange output);

  // Library calls.
  void callBack();
  void leaveCalls(uint64_t frame);

  const UnitTable &table;
  const DataCode &code;
  uint64_t mostBytes;
  bool isExhausted = false;
  std::vector<WatchedBytes> watched; ///< and not yet read
  DependenceGraph graph;
  std::vector<BlockRole> roles;       ///< by block
  std::vector<int64_t> movedBy;       ///< by module: run time - table
  std::vector<uint8_t> moduleOf;      ///< by block
  std::array<NodeId, 64> registers{}; ///< by part
  LastWriters memory;
  FrameStack frames;
  llvm::SmallVector<Access, 2> accesses;
  llvm::DenseMap<uint32_t, SavedRegister> saved; ///< by node
  std::vector<OpenCall> calls;
  llvm::DenseMap<uint64_t, uint64_t> blockSizes; ///< of the heap
  uint64_t currentFrame = 0;
};

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

void DependenceRecorder::State::addBytes(uint64_t address, uint64_t size) {
  bool isStack = frames.isStack(address);
  memory.visit(address, size, [&](uint64_t at, uint64_t, Writer writer) {
    NodeId node = writer.node();
    if (!isStack)
      return add(node, /*isAddress=*/false, writer.isReleased());
    if (node == DependenceGraph::initial)
      node = DependenceGraph::unwrittenStack;
    add(node, /*isAddress=*/false, frames.isStale(at, node));
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
    // The caller's rbp and the return address are no data.
    memory.set(frame, 16, Writer());
    return;
  }
  frames.returnTo(frame, nextNode());
  if (!calls.empty() && frame >= calls.back().frame)
    leaveCalls(frame);
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
  NodeId node = beginNode();
  addParts(instruction.valueUses, /*isAddress=*/false);
  for (const Access &access : accesses)
    if (access.operand->isRead)
      addBytes(access.address, access.size);
  addParts(instruction.addressUses, /*isAddress=*/true);
  endNode(node);
  if (decides)
    graph.decisions.push_back(node);
  if (instruction.kind == Kind::SaveRegister)
    save(instruction, node);
  define(instruction.defines, node);
  for (const Access &access : accesses)
    if (access.operand->isWritten)
      memory.set(access.address, access.size, Writer(node));
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

void DependenceRecorder::watch(const WatchedBytes &watched) {
  state->watched.push_back(watched);
}

void DependenceRecorder::moduleLoaded(ModuleId module, uint64_t bias) {
  state->movedBy[static_cast<size_t>(module)] += static_cast<int64_t>(bias);
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

void DependenceRecorder::beginLibraryCall(const LibraryCall &call,
                                          llvm::ArrayRef<MemoryAccess> reads) {
  if (state->isFull())
    return;
  NodeId node = state->beginNode();
  state->addParts(call.uses & ~call.addresses, /*isAddress=*/false);
  state->addParts(call.addresses, /*isAddress=*/true);
  for (const MemoryAccess &read : reads)
    state->addBytes(read.address, read.size);
  state->endNode(node);
  state->calls.push_back({node, state->currentFrame, 0, {}});
  state->calls.back().printed = printedBy(call.function, reads);
}

void DependenceRecorder::endLibraryCall(const LibraryCall &call,
                                        llvm::ArrayRef<MemoryAccess> writes,
                                        OutputRange output) {
  if (state->isExhausted || state->calls.empty())
    return;
  OpenCall open = std::move(state->calls.back());
  state->calls.pop_back();
  NodeId node = state->beginNode();
  state->add(open.begin, /*isAddress=*/false, /*isStale=*/false);
  for (NodeId result : open.results)
    state->add(result, /*isAddress=*/false, /*isStale=*/false);
  state->endNode(node);
  state->define(call.defines, node);
  for (const MemoryAccess &write : writes)
    state->memory.set(write.address, write.size, Writer(node));
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
}

void DependenceRecorder::release(uint64_t address) {
  auto found = state->blockSizes.find(address);
  if (state->isExhausted || found == state->blockSizes.end())
    return;
  state->memory.release(address, found->second);
  state->blockSizes.erase(found);
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
