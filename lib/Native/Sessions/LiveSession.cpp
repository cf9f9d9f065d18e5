// Executes runs in live flow: the program runs normally, except for changes
// that the tool makes, such as skipping a statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/LiveSession.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace pinstripe;

/// The number of the session's checkpoint; a session has only one. A checkpoint
/// is a stopped run from which later runs are forked. Number 0 stands for the
/// beginning of the program.
static constexpr uint32_t slot = 1;
/// A checkpoint (a stopped process from which runs are forked) is made only if
/// it saves at least this number of seconds. To fork a large process takes
/// about as long.
static constexpr double minLiveGainSeconds = 0.0003;

static_assert(maxLiveChanges <= native::maxChanges);
static_assert(maxOverwrittenRanges == native::maxOverwrites);
static_assert(maxOverwrittenBytes == native::overwrittenBytes);
static_assert(static_cast<unsigned>(LiveChange::Kind::Overwrite) ==
              static_cast<unsigned>(native::ChangeKind::Overwrite));

static uint32_t targetOf(const FlowTarget &target) {
  return target.entry ? static_cast<uint32_t>(*target.entry) : native::none;
}

static native::ChangeRecord recordOf(const LiveChange &change) {
  native::ChangeRecord record{};
  record.kind = static_cast<native::ChangeKind>(change.kind);
  record.entry = static_cast<uint32_t>(change.entry);
  if (change.kind == LiveChange::Kind::Mutate) {
    record.entry = native::none;
    record.mutation = change.mutation;
  } else if (change.kind == LiveChange::Kind::Overwrite) {
    // `writeRanges` later sets which OverwriteRecords belong to this change.
  } else if (change.isReplacement()) {
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

/// Tells the runs of `server` what to overwrite in the program's memory. For
/// each of the `changes` that overwrites memory, writes its address ranges and
/// their new bytes to the memory that the server shares with its runs. Also
/// stores in the change's element of `records` which of these ranges belong to
/// it.
static llvm::Error
writeRanges(NativeServer &server, llvm::ArrayRef<LiveChange> changes,
            llvm::MutableArrayRef<native::ChangeRecord> records) {
  auto memory = server.memory().view(native::overwritesAddress);
  if (!memory)
    return memory.takeError();
  uint32_t count = 0;
  size_t bytes = maxOverwrittenRanges * sizeof(native::OverwriteRecord);
  for (size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].kind != LiveChange::Kind::Overwrite)
      continue;
    records[i].firstRange = count;
    records[i].ranges = static_cast<uint32_t>(changes[i].ranges.size());
    for (const OverwrittenRange &range : changes[i].ranges) {
      if (count == maxOverwrittenRanges ||
          range.bytes.size() > memory->size() - bytes)
        return llvm::make_error<EngineError>(
            "a run can overwrite at most " + llvm::Twine(maxOverwrittenRanges) +
            " ranges with " + llvm::Twine(maxOverwrittenBytes) + " bytes");
      native::OverwriteRecord record{range.place, range.isInFrame,
                                     static_cast<uint32_t>(range.bytes.size()),
                                     bytes};
      std::memcpy(memory->data() + count * sizeof record, &record,
                  sizeof record);
      std::memcpy(memory->data() + bytes, range.bytes.data(),
                  range.bytes.size());
      bytes += range.bytes.size();
      ++count;
    }
  }
  return llvm::Error::success();
}

llvm::Error pinstripe::setChanges(NativeServer &server,
                                  llvm::ArrayRef<LiveChange> changes) {
  std::vector<native::ChangeRecord> records;
  for (const LiveChange &change : changes)
    records.push_back(recordOf(change));
  if (llvm::any_of(changes, [](const LiveChange &change) {
        return change.kind == LiveChange::Kind::Overwrite;
      }))
    if (llvm::Error error = writeRanges(server, changes, records))
      return error;
  server.setChanges(std::move(records));
  return llvm::Error::success();
}

/// Returns true if a run with the changes `changes` can start at the checkpoint
/// for `focus`, which is a run that has stopped before focus.event. For this,
/// `changes` must begin with the changes of `focus`, and each further change
/// must be made at focus.event or later. A mutation is always accepted: the
/// code that sets the focus makes sure that the mutated function is not entered
/// before focus.event.
static bool passes(llvm::ArrayRef<LiveChange> changes, const LiveFocus &focus) {
  size_t same = focus.changes.size();
  return changes.size() >= same &&
         changes.take_front(same) == llvm::ArrayRef(focus.changes) &&
         llvm::all_of(changes.drop_front(same), [&](const LiveChange &change) {
           return change.kind == LiveChange::Kind::Mutate ||
                  (change.event && *change.event >= focus.event);
         });
}

llvm::Expected<uint32_t>
LiveSession::startOf(const LaunchSpec &itsSpec,
                     llvm::ArrayRef<LiveChange> changes,
                     const LiveFocus &focus) {
  if (!passes(changes, focus))
    return 0;
  if (place == focus)
    return slot;
  auto event = static_cast<size_t>(focus.event);
  if (isLate(event) || secondsFor(event) < minLiveGainSeconds)
    return 0;
  dropCheckpoints();
  if (llvm::Error error = setChanges(server(), focus.changes))
    return error;
  server().setCheckpointEvent(event);
  llvm::Expected<bool> isMade = makeCheckpoint(itsSpec, slot, event);
  if (!isMade)
    return isMade.takeError();
  if (!*isMade)
    return 0;
  place = focus;
  return slot;
}

llvm::Expected<uint32_t>
LiveSession::prepare(const LaunchSpec &itsSpec,
                     llvm::ArrayRef<LiveChange> changes,
                     const LiveFocus &focus) {
  llvm::Expected<uint32_t> start = startOf(itsSpec, changes, focus);
  if (!start)
    return start;
  if (llvm::Error error = setChanges(server(), changes))
    return error;
  return start;
}

SessionProgress LiveSession::progressOf(const ChildResult &child) const {
  uint64_t events = child.live.goal - child.live.countdown;
  if (events == 0)
    return {};
  return {events, EventIndex(static_cast<uint32_t>(events - 1))};
}

void LiveSession::dropCheckpoints() {
  if (place)
    server().dropCheckpoint(slot);
  place.reset();
}
