// Builds a dependence graph while a run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GraphBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

GraphBuilder::GraphBuilder(const UnitTable &table, uint64_t maxBytes)
    : table(table), maxBytes(maxBytes) {
  for (const TracedModule &module : table.modules)
    moves.push_back(-static_cast<int64_t>(module.base));
  for (size_t i = 0; i < static_cast<size_t>(DependenceGraph::firstNode); ++i)
    graph.firstDependence.push_back(0);
  graph.starts.push_back({});
}

NodeId GraphBuilder::beginNode() {
  NodeId node = nextNode();
  graph.firstDependence.push_back(static_cast<uint32_t>(graph.size()));
  return node;
}

void GraphBuilder::add(NodeId on, bool isAddress, bool isStale) {
  // To leave out repeated dependences, a new dependence is compared with only
  // this many of the latest dependences of the current node. If the node gets
  // many dependences, `endNode` removes the other repetitions.
  constexpr size_t maxCompared = 8;
  if (on == DependenceGraph::initial)
    return;
  GrowingArray<Dependence> &all = graph.allDependences;
  size_t first = graph.firstDependence.back();
  if (all.size() > first + maxCompared)
    first = all.size() - maxCompared;
  for (size_t i = first; i < all.size(); ++i)
    if (all[i].on() == on) {
      all[i] = Dependence(on, isAddress && all[i].isAddress(),
                          isStale || all[i].isStale());
      return;
    }
  all.push_back(Dependence(on, isAddress, isStale));
}

void GraphBuilder::addParts(RegisterSet parts, bool isAddress) {
  forEachPart(parts, [&](unsigned part) {
    add(registers[part], isAddress, /*isStale=*/false);
  });
}

/// Returns the stack, of any thread, to which an address belongs; null if it is
/// on none.
const FrameStack *GraphBuilder::stackOf(uint64_t address) const {
  if (frames.isStack(address))
    return &frames;
  for (const auto &[thread, each] : otherFrames)
    if (each.isStack(address))
      return &each;
  return nullptr;
}

/// Calls `take(address, size, node, isStale)` for each stretch of bytes that
/// were last written by the same node. `isStale` is true if these bytes are
/// left over from an ended frame or a released heap block.
template <typename Take>
void GraphBuilder::visitOrigins(uint64_t address, uint64_t size, Take take) {
  const FrameStack *stack = stackOf(address);
  noteUse(address, size);
  memory.visit(address, size, [&](uint64_t at, uint64_t length, Writer writer) {
    NodeId node = writer.node();
    if (!stack)
      return take(at, length, node, writer.isReleased());
    if (node == DependenceGraph::initial)
      node = DependenceGraph::unwrittenStack;
    take(at, length, node, stack->isStale(at, node));
  });
}

void GraphBuilder::addBytes(uint64_t address, uint64_t size, bool isAddress) {
  size_t firstRead = graph.allUnsetReads.size();
  bool isPart = false;
  visitOrigins(address, size,
               [&](uint64_t at, uint64_t length, NodeId node, bool isStale) {
                 add(node, isAddress, isStale);
                 if (trace && node < DependenceGraph::firstNode)
                   noteUndefined(at, length);
                 if (!notesUnset)
                   return;
                 if (isUnset(node, isStale))
                   noteUnset(at, node, isStale);
                 else
                   isPart = true;
               });
  if (isPart)
    markUnsetAsPart(firstRead);
}

void GraphBuilder::addAddressesOf(NodeId other) {
  llvm::SmallVector<Dependence, 4> all(graph.dependences(other));
  for (Dependence each : all)
    if (each.isAddress())
      add(each.on(), /*isAddress=*/true, each.isStale());
}

/// If a node has many dependences, removes repeated ones. For example, a
/// library call may read many bytes that only few nodes have written.
void GraphBuilder::endNode(NodeId node) {
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

void GraphBuilder::beginEvent(std::optional<EventIndex> event) {
  using Graph = DependenceGraph;
  uint32_t number = event ? static_cast<uint32_t>(*event) : Graph::none;
  auto first = static_cast<uint32_t>(graph.nodes());
  GrowingArray<Graph::Start> &starts = graph.starts;
  if (starts.back().event == number || !checkRoom())
    return;
  if (starts.back().first == first)
    starts[starts.size() - 1].event = number;
  else
    starts.push_back({first, number});
}

bool GraphBuilder::checkRoom() {
  hasExhausted = hasExhausted || graph.nodes() >= DependenceGraph::maxNodes ||
                 graph.size() >= ~uint32_t(0) - DependenceGraph::maxNodes ||
                 graph.bytes() + memory.bytes() > maxBytes;
  return !hasExhausted;
}

DependenceGraph GraphBuilder::take() {
  graph.buildIndex();
  return std::move(graph);
}

// Memory

void GraphBuilder::set(uint64_t address, uint64_t size, NodeId writer) {
  noteUse(address, size);
  memory.set(address, size, Writer(writer));
  if (trace)
    noteWrite(address, size);
}

void GraphBuilder::allocate(uint64_t address, uint64_t size) {
  NodeId node = beginNode();
  graph.allocations.push_back(node);
  blockSizes[address] = size;
  memory.set(address, size, Writer(node));
  if (released)
    released->forget(address, size);
  if (trace)
    graph.places.forget(address, size);
}

void GraphBuilder::release(uint64_t address) {
  auto found = blockSizes.find(address);
  if (found == blockSizes.end())
    return noteUse(address, 1);
  if (released)
    released->add(address, found->second, currentEvent());
  memory.update(address, found->second,
                [](Writer &writer) { writer.release(); });
  blockSizes.erase(found);
}

CopiedBytes GraphBuilder::readCopied(uint64_t address, uint64_t size) {
  CopiedBytes bytes{address};
  std::vector<CopiedBytes::Stretch> &stretches = bytes.stretches;
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

/// Gives copied bytes the writers that they had before the copy. Called if the
/// bytes were copied to the place where they were already. For example, realloc
/// may enlarge a block in place.
void GraphBuilder::restore(const CopiedBytes &bytes, uint64_t size) {
  uint64_t address = *bytes.address, end = address + size;
  for (const CopiedBytes::Stretch &stretch : bytes.stretches) {
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

/// Makes the current node, which stands for a copy of the bytes at `address`,
/// depend on their writer.
void GraphBuilder::addCopied(const CopiedBytes::Stretch &stretch,
                             uint64_t address) {
  add(stretch.writer, /*isAddress=*/false, stretch.isStale);
  if (notesUnset && isUnset(stretch.writer, stretch.isStale))
    noteUnset(address, stretch.writer, stretch.isStale);
}

/// Adds graph nodes that stand for copying `bytes` to the memory `to`. To keep
/// the graph small, a copy gets at most about 65,536 nodes. Some programs make
/// very many copies, for example to enlarge a buffer by one byte at a time.
/// Once the graph has very many nodes for copies, each further copy gets at
/// most about 16 nodes.
void GraphBuilder::writeCopied(const CopiedBytes &bytes, const MemoryAccess &to,
                               NodeId cause) {
  constexpr uint64_t manyNodes = 1 << 23;
  constexpr uint64_t maxNodesOfCopy = 1 << 16, fewNodesOfCopy = 16;
  if (bytes.address == to.address)
    return restore(bytes, to.size);
  uint64_t least =
      to.size / (copyNodes < manyNodes ? maxNodesOfCopy : fewNodesOfCopy);
  uint64_t from = bytes.address.value_or(0);
  uint64_t address = to.address, left = to.size;
  llvm::ArrayRef<CopiedBytes::Stretch> stretches = bytes.stretches;
  for (size_t i = 0; i < stretches.size() && left != 0; ++copyNodes) {
    NodeId node = beginNode();
    uint64_t size = 0;
    do {
      addCopied(stretches[i], from);
      from += stretches[i].size;
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

void GraphBuilder::moveCopied(CopiedBytes &bytes, NodeId move) {
  uint64_t address = bytes.address.value_or(0);
  for (CopiedBytes::Stretch &stretch : bytes.stretches) {
    NodeId node = beginNode();
    addCopied(stretch, address);
    addAddressesOf(move);
    endNode(node);
    ++copyNodes;
    address += stretch.size;
    stretch = {stretch.size, node};
  }
  bytes.address.reset();
}

// Places

void GraphBuilder::moduleLoaded(ModuleId module, uint64_t bias) {
  moves[static_cast<size_t>(module)] += static_cast<int64_t>(bias);
  if (trace)
    addStaticStores(module);
}

/// Notes all stores of the module to addresses that are known from its machine
/// code, even those that the run never executes.
void GraphBuilder::addStaticStores(ModuleId module) {
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (table.moduleOf(entry.address) != module)
      continue;
    for (const FixedStore &store : entry.flow.stores) {
      auto address = static_cast<uint64_t>(store.place + movedBy(module));
      graph.places.add(store.isInFrame
                           ? StoredPlace::inFrame(entry.function, store.place)
                           : StoredPlace::at(address),
                       store.size, EntryId(i));
    }
  }
}

/// Returns the StoredPlace that contains a run-time address: four bytes, given
/// by their address or by their distance from a frame. Returns nullopt if the
/// address is in the frame of a function that is not traced.
std::optional<StoredPlace> GraphBuilder::placeOf(uint64_t address) const {
  const FrameStack *stack = stackOf(address);
  if (!stack)
    return StoredPlace::at(address);
  const StandardFrame *owner = stack->ownerOf(address);
  if (!owner || owner->function >= table.functions.size())
    return std::nullopt;
  return StoredPlace::inFrame(FunctionId(owner->function),
                              static_cast<int64_t>(address - owner->frame));
}

void GraphBuilder::noteWrite(uint64_t address, uint64_t size) {
  uint32_t event = currentEvent();
  if (event >= trace->size())
    return;
  if (std::optional<StoredPlace> place = placeOf(address))
    graph.places.add(*place, size, trace->entryOf(EventIndex(event)));
}

/// Notes that the newest node of the graph has read memory that nothing had
/// written. Notes nothing if no code of the program ever writes to this memory,
/// since the memory is then constant.
void GraphBuilder::noteUndefined(uint64_t address, uint64_t size) {
  NodeId node{static_cast<uint32_t>(graph.nodes()) - 1};
  std::optional<StoredPlace> place = placeOf(address);
  uint64_t end = address + std::min(size, StoredPlaces::maxBytes);
  for (; place && address < end; address += StoredPlace::size) {
    if (graph.places.isKnown(*place))
      graph.allUndefinedReads.push_back({node, *place});
    place = place->next();
  }
}

/// Notes that the newest node of the graph has read uninitialised memory at
/// `address`. If `isStale` is true, `writer` wrote this memory before a frame
/// ended or a heap block was released.
void GraphBuilder::noteUnset(uint64_t address, NodeId writer, bool isStale) {
  using Memory = DependenceGraph::UnsetRead::Memory;
  constexpr size_t maxReads = size_t(1) << 20;
  if (graph.allUnsetReads.size() == maxReads)
    return;
  DependenceGraph::UnsetRead read;
  read.node = NodeId(static_cast<uint32_t>(graph.nodes()) - 1);
  if (const FrameStack *stack = stackOf(address)) {
    const StandardFrame *owner = stack->ownerOf(address);
    if (owner && owner->function < table.functions.size()) {
      read.function = FunctionId(owner->function);
      read.place = static_cast<int64_t>(address - owner->frame);
    }
  } else {
    read.memory = isStale ? Memory::ReleasedHeap : Memory::Heap;
    read.allocation = writer;
  }
  graph.allUnsetReads.push_back(read);
}

/// Called after an instruction has read both initialised and uninitialised
/// bytes. Marks its reads of uninitialised memory as partial. These are the
/// elements of DependenceGraph::allUnsetReads from the index `first` on.
void GraphBuilder::markUnsetAsPart(size_t first) {
  for (size_t i = first; i < graph.allUnsetReads.size(); ++i)
    graph.allUnsetReads[i].isWhole = false;
}

/// Called when the program uses memory: reads it, writes to it, or releases it
/// although that was done before. Stores the use if the memory is released.
void GraphBuilder::noteUse(uint64_t address, uint64_t size) {
  using Graph = DependenceGraph;
  constexpr size_t maxUses = size_t(1) << 20;
  std::vector<Graph::ReleasedUse> &uses = graph.allReleasedUses;
  if (!released || currentEvent() == Graph::none || uses.size() == maxUses)
    return;
  std::optional<uint32_t> event = released->releasedBy(address, size);
  if (!event)
    return;
  Graph::ReleasedUse use{EventIndex(currentEvent())};
  if (*event != Graph::none)
    use.releasedBy = EventIndex(*event);
  if (uses.empty() || uses.back() != use)
    uses.push_back(use);
}
