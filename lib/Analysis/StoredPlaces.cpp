// Tells which statements can write to the same memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/StoredPlaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

StoredPlaces::SetId StoredPlaces::emptySet(std::optional<FunctionId> frame) {
  constexpr uint32_t noFunction = ~uint32_t(0) >> 1;
  uint32_t number = frame ? static_cast<uint32_t>(*frame) : noFunction;
  auto [found, isNew] = emptySets.try_emplace(number, sets.size());
  if (isNew)
    sets.push_back({frame, {}});
  return found->second;
}

/// Returns the number of the set that consists of `writer` and all statements
/// of `set`. Makes this set if it does not exist yet. There are few different
/// sets, so a linear search is fast enough.
StoredPlaces::SetId StoredPlaces::with(SetId set, EntryId writer) {
  auto number = static_cast<uint32_t>(writer);
  auto [found, isNew] = larger.try_emplace({set, number}, set);
  if (!isNew || llvm::binary_search(sets[set].writers, writer))
    return found->second;
  WriterSet made = sets[set];
  made.writers.insert(llvm::lower_bound(made.writers, writer), writer);
  auto same = llvm::find_if(sets, [&](const WriterSet &each) {
    return each.frame == made.frame && each.writers == made.writers;
  });
  found->second = static_cast<SetId>(same - sets.begin());
  if (same == sets.end())
    sets.push_back(std::move(made));
  return found->second;
}

void StoredPlaces::add(StoredPlace place, uint64_t size, EntryId writer) {
  uint64_t count =
      (std::min(size, maxBytes) + StoredPlace::size - 1) / StoredPlace::size;
  for (uint64_t i = 0; i < count; ++i, place = place.next()) {
    auto [found, isNew] = setOf.try_emplace(place.key(), 0);
    if (isNew)
      found->second = emptySet(place.frameOf());
    found->second = with(found->second, writer);
  }
}

void StoredPlaces::forget(uint64_t address, uint64_t size) {
  StoredPlace place = StoredPlace::at(address);
  for (uint64_t i = 0; i < std::min(size, maxBytes); i += StoredPlace::size) {
    setOf.erase(place.key());
    place = place.next();
  }
}

llvm::ArrayRef<EntryId> StoredPlaces::writersOf(StoredPlace place) const {
  auto found = setOf.find(place.key());
  if (found == setOf.end())
    return {};
  return sets[found->second].writers;
}

std::vector<StoredPlaces::Sharer>
StoredPlaces::sharersOf(const UnitTable &table, EntryId writer) const {
  std::vector<Sharer> sharers;
  FunctionId function = table.entry(writer).function;
  for (const WriterSet &set : sets) {
    if (!llvm::binary_search(set.writers, writer))
      continue;
    bool isOwn = set.frame == function;
    for (EntryId other : set.writers)
      sharers.push_back(
          {other, isOwn && table.entry(other).function == function});
  }
  llvm::sort(sharers);
  sharers.erase(llvm::unique(sharers), sharers.end());
  return sharers;
}
