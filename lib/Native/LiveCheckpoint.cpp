//===- LiveCheckpoint.cpp - Runs in live flow from the middle -------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveCheckpoint.h"
#include "DuplicableState.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// A fork of a process that has run for a while takes about as long.
static constexpr double smallestGain = 0.0003;

static_assert(mostLiveChanges <= native::maximumChanges);
static_assert(static_cast<unsigned>(LiveChange::Kind::ReplaceAfter) ==
              static_cast<unsigned>(native::ChangeKind::ReplaceAfter));

static uint32_t targetOf(const FlowTarget &target) {
  return target.entry ? static_cast<uint32_t>(*target.entry) : native::none;
}

native::ChangeRecord pinstripe::recordOf(const LiveChange &change) {
  native::ChangeRecord record{};
  record.kind = static_cast<native::ChangeKind>(change.kind);
  record.entry = static_cast<uint32_t>(change.entry);
  if (change.isReplacement()) {
    record.isInFrame = change.memory.isInFrame;
    record.place = change.memory.place;
    record.size = change.memory.size;
    record.value = change.memory.value;
  } else if (change.kind == LiveChange::Kind::Force) {
    record.operand = static_cast<uint32_t>(change.operand);
    record.forced = static_cast<native::ForcedValue>(change.value);
  } else {
    record.target = targetOf(change.target);
    record.hasInverse = change.inverse.has_value();
    if (change.inverse)
      record.inverse = targetOf(*change.inverse);
  }
  record.isOfOneEvent = change.event.has_value();
  if (change.event)
    record.event = static_cast<uint32_t>(*change.event);
  return record;
}

std::vector<native::ChangeRecord>
pinstripe::recordsOf(llvm::ArrayRef<LiveChange> changes) {
  std::vector<native::ChangeRecord> records;
  for (const LiveChange &change : changes)
    records.push_back(recordOf(change));
  return records;
}

static bool fits(llvm::ArrayRef<LiveChange> changes, const LiveFocus &focus) {
  size_t same = focus.changes.size();
  return changes.size() >= same &&
         changes.take_front(same) == llvm::ArrayRef(focus.changes) &&
         llvm::all_of(changes.drop_front(same), [&](const LiveChange &change) {
           return change.event && *change.event >= focus.event;
         });
}

void LiveCheckpoint::learn(double seconds, uint64_t events) {
  // Of shorter runs mostly the start is measured.
  if (events > 1000)
    secondsPerEvent = seconds / static_cast<double>(events);
}

llvm::Expected<uint32_t>
LiveCheckpoint::startOf(const LaunchSpec &spec,
                        llvm::ArrayRef<LiveChange> changes,
                        const LiveFocus &focus) {
  if (!fits(changes, focus))
    return 0;
  if (made == focus)
    return slot;
  auto event = static_cast<size_t>(focus.event);
  if (event >= limit ||
      secondsPerEvent * static_cast<double>(event) < smallestGain)
    return 0;
  if (llvm::Error error = make(spec, focus))
    return error;
  return made ? slot : 0;
}

llvm::Error LiveCheckpoint::make(const LaunchSpec &spec,
                                 const LiveFocus &focus) {
  drop();
  NativeServer &server = session.server();
  server.setChanges(recordsOf(focus.changes));
  server.setCheckpointEvent(static_cast<size_t>(focus.event));
  DuplicableState state(spec, outputs, slot);
  llvm::Expected<pid_t> process = server.makeCheckpoint(slot, spec);
  if (!process)
    return process.takeError();
  if (*process != 0 && state.isAllOf(*process)) {
    made = focus;
    return llvm::Error::success();
  }
  if (*process != 0)
    server.dropCheckpoint(slot);
  limit = static_cast<size_t>(focus.event);
  return llvm::Error::success();
}

void LiveCheckpoint::drop() {
  if (made)
    session.server().dropCheckpoint(slot);
  made.reset();
}

void LiveCheckpoint::giveUp() {
  drop();
  limit = 0;
}
