//===- RecorderPlaces.cpp - Notes which code writes where -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecorderState.h"

using namespace pinstripe;

/// What the machine code says, executed or not.
void DependenceRecorder::State::addStaticStores(ModuleId module) {
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (table.moduleOf(entry.address) != module)
      continue;
    for (const FixedStore &store : entry.flow.stores) {
      auto address = static_cast<uint64_t>(
          store.place + movedBy[static_cast<size_t>(module)]);
      graph.places.add(store.isInFrame
                           ? StoredPlace::inFrame(entry.function, store.place)
                           : StoredPlace::at(address),
                       store.size, EntryId(i));
    }
  }
}

/// None: of a frame whose function is not traced.
std::optional<StoredPlace>
DependenceRecorder::State::placeOf(uint64_t address) const {
  if (!frames.isStack(address))
    return StoredPlace::at(address);
  const StandardFrame *owner = frames.ownerOf(address);
  if (!owner || owner->function >= table.functions.size())
    return std::nullopt;
  return StoredPlace::inFrame(FunctionId(owner->function),
                              static_cast<int64_t>(address - owner->frame));
}

void DependenceRecorder::State::set(uint64_t address, uint64_t size,
                                    NodeId node) {
  memory.set(address, size, Writer(node));
  if (expected)
    noteWrite(address, size);
}

void DependenceRecorder::State::noteWrite(uint64_t address, uint64_t size) {
  uint32_t event = graph.starts.back().event;
  if (event >= expected->size())
    return;
  if (std::optional<StoredPlace> place = placeOf(address))
    graph.places.add(*place, size, expected->event(EventIndex(event)).entry);
}

/// By the last node. What nobody writes is a constant.
void DependenceRecorder::State::noteUndefined(uint64_t address, uint64_t size) {
  NodeId node{static_cast<uint32_t>(graph.nodes()) - 1};
  std::optional<StoredPlace> place = placeOf(address);
  uint64_t end = address + std::min(size, StoredPlaces::mostBytes);
  for (; place && address < end; address += StoredPlace::size) {
    if (graph.places.isKnown(*place))
      graph.allUndefinedReads.push_back({node, *place});
    place = place->next();
  }
}
