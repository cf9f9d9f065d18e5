// Makes tables by which the process under test reads values for `--watch`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables/WatchTables.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace pinstripe;

/// Returns `step`, one of the steps by which Pinstripe's runtime computes the
/// place of a value. If the step has a table address (the address in the
/// module's file plus a constant for each module), the result has the run-time
/// address instead, since the runtime can't convert addresses.
static LocationStep withRunTimeAddress(LocationStep step,
                                       const InstrumentedProgram &program,
                                       const UnitTable &table) {
  if (step.kind != LocationStep::Kind::Address)
    return step;
  auto address = static_cast<uint64_t>(step.number);
  auto module = static_cast<size_t>(table.moduleOf(address));
  step.number = static_cast<int64_t>(table.fileAddress(address) +
                                     program.modules[module].bias);
  return step;
}

WatchTables::WatchTables(const std::vector<Watch> &theWatches,
                         const InstrumentedProgram &theProgram,
                         const PlanTables &thePlan, const UnitTable &theTable)
    : watches(&theWatches), program(&theProgram), plan(&thePlan),
      table(&theTable) {
  size = theWatches.size() * sizeof(native::WatchSlot);
  for (uint32_t i = 0; i < theWatches.size(); ++i)
    if (!theWatches[i].event)
      add(theWatches[i], i);
  entryRecords = static_cast<uint32_t>(allRecords.size());
  for (uint32_t i = 0; i < theWatches.size(); ++i)
    if (theWatches[i].event)
      add(theWatches[i], i);
  auto byKey = [](const auto &a, const auto &b) {
    return std::tie(a.key, a.slot) < std::tie(b.key, b.slot);
  };
  auto middle = allRecords.begin() + entryRecords;
  std::sort(allRecords.begin(), middle, byKey);
  std::sort(middle, allRecords.end(), byKey);
}

void WatchTables::add(const Watch &watch, uint32_t slot) {
  uint32_t room = 0;
  for (const Watch::Place &place : watch.places) {
    native::WatchRecord record{};
    record.key =
        watch.event
            ? native::watchKeyOf(plan->positionOf(*watch.event), watch.isAfter)
            : static_cast<uint32_t>(place.entry);
    record.instance = watch.instance;
    record.bytes = size;
    record.slot = slot;
    record.firstStep = static_cast<uint32_t>(allSteps.size());
    record.steps = static_cast<uint32_t>(place.location.steps.size());
    record.extent = place.location.extent;
    record.size = place.location.size;
    for (const LocationStep &step : place.location.steps)
      allSteps.push_back(withRunTimeAddress(step, *program, *table));
    record.place = static_cast<uint32_t>(&place - watch.places.data());
    allRecords.push_back(record);
    room = std::max<uint32_t>(room, place.location.size);
  }
  size += llvm::alignTo<8>(std::max<uint32_t>(room, sizeof(uint64_t)));
}

void WatchTables::describe(native::Setup &setup) const {
  setup.watchSlots = isEmpty() ? 0 : static_cast<uint32_t>(watches->size());
  setup.watchRecords = static_cast<uint32_t>(allRecords.size());
  setup.entryWatches = entryRecords;
}

void WatchTables::fillWatched(const Trace &trace,
                              llvm::MutableArrayRef<uint64_t> words) const {
  auto set = [&](size_t position) {
    if (position < trace.size())
      words[position / 64] |= uint64_t(1) << position % 64;
  };
  llvm::BitVector watched;
  for (const Watch &watch : *watches) {
    if (watch.event) {
      // A value that is wanted after an event (execution of a statement) is
      // read when the next event of the same call begins. So in this case the
      // bit of the next event is set, which makes Pinstripe's runtime read the
      // value there.
      set(trace.positionOf(*watch.event) + watch.isAfter);
      continue;
    }
    for (const Watch::Place &place : watch.places) {
      auto entry = static_cast<unsigned>(place.entry);
      if (entry >= watched.size())
        watched.resize(entry + 1);
      watched.set(entry);
    }
  }
  if (watched.none())
    return;
  trace.forEachPart([&](const PlacedStretch &part) {
    for (uint32_t i = 0; i < part.size; ++i) {
      auto entry = static_cast<uint32_t>(trace.entryOf(
          EventIndex(static_cast<uint32_t>(part.firstEvent) + i)));
      if (entry < watched.size() && watched.test(entry))
        set(part.firstPosition + i);
    }
  });
}

void WatchTables::clear(llvm::MutableArrayRef<uint8_t> results) const {
  if (!isEmpty())
    std::memset(results.data(), 0, watches->size() * sizeof(native::WatchSlot));
}

std::vector<WatchedValue>
WatchTables::values(llvm::ArrayRef<uint8_t> results) const {
  std::vector<WatchedValue> all;
  if (isEmpty())
    return all;
  all.resize(watches->size());
  for (size_t i = 0; i < all.size(); ++i) {
    native::WatchSlot slot;
    std::memcpy(&slot, results.data() + i * sizeof slot, sizeof slot);
    all[i].executions = slot.executions;
    // The WatchSlots are in memory that the program can overwrite, so their
    // fields must be checked before use.
    bool isWithin = slot.bytes <= size && slot.size <= size - slot.bytes;
    const std::vector<Watch::Place> &places = (*watches)[i].places;
    if (slot.knownPlace == 0 || slot.knownPlace > places.size() || !isWithin)
      continue;
    std::string bytes(
        reinterpret_cast<const char *>(results.data() + slot.bytes), slot.size);
    clearPadding(places[slot.knownPlace - 1].location, bytes);
    all[i].bytes = std::move(bytes);
  }
  return all;
}
