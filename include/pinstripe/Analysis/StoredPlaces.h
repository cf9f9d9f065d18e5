// Tells which statements can write to the same memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a run has read a value from memory, it would perhaps have read another
// value if another statement had written to the same memory before. Relevant
// slices consider such statements (see Slicer.h). StoredPlaces has the writes
// that a run has made. It also has the writes that are visible in the machine
// code, even if they were not executed.

#ifndef PINSTRIPE_ANALYSIS_STOREDPLACES_H
#define PINSTRIPE_ANALYSIS_STOREDPLACES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// Four bytes of memory: in the frames of a function, or at a run-time address.
class StoredPlace {
public:
  static constexpr uint64_t size = 4;

  static StoredPlace inFrame(FunctionId function, int64_t offset) {
    auto cell = static_cast<uint32_t>(offset >> 2);
    return StoredPlace(frameBit | uint64_t(function) << 32 | cell);
  }
  static StoredPlace at(uint64_t address) {
    return StoredPlace(address / size);
  }
  std::optional<FunctionId> frameOf() const {
    if (!(bits & frameBit))
      return std::nullopt;
    return FunctionId((bits & ~frameBit) >> 32);
  }
  /// Returns the StoredPlace of the four bytes that follow in memory.
  StoredPlace next() const {
    uint64_t cell = bits & frameBit ? uint32_t(bits + 1) : bits + 1;
    return StoredPlace(bits & frameBit ? (bits >> 32 << 32 | cell) : cell);
  }
  uint64_t key() const { return bits; }

private:
  explicit StoredPlace(uint64_t bits) : bits(bits) {}
  static constexpr uint64_t frameBit = uint64_t(1) << 62;

  uint64_t bits;
};

/// For each place in memory, the statements that write to it. Each statement is
/// given by its entry, the address at which control enters it. Takes 24 bytes
/// of memory for each place.
class StoredPlaces {
public:
  /// Notes that a statement writes to the bytes [place, place + size). `writer`
  /// is the entry of the statement, the address at which control enters it.
  /// Only the first maxBytes bytes are noted.
  void add(StoredPlace place, uint64_t size, EntryId writer);
  /// Forgets all writes to the given memory. Called when the memory of a former
  /// heap block is allocated again.
  void forget(uint64_t address, uint64_t size);
  bool isKnown(StoredPlace place) const { return setOf.contains(place.key()); }

  /// Returns the statements that write to `place`, as a sorted list of entries
  /// (the addresses at which control enters them).
  llvm::ArrayRef<EntryId> writersOf(StoredPlace place) const;
  /// A statement that writes to some of the same memory as a given statement,
  /// the one that was passed to `sharersOf`.
  struct Sharer {
    EntryId entry{};
    /// True if this statement and the given one belong to the same function and
    /// share memory in that function's stack frame.
    bool isOwnFrame = false;
    auto operator<=>(const Sharer &) const = default;
  };
  std::vector<Sharer> sharersOf(const UnitTable &table, EntryId writer) const;

  static constexpr uint64_t maxBytes = 1 << 14;

private:
  using SetId = uint32_t;
  struct WriterSet {
    /// The function in whose stack frames the shared memory lies; nullopt for
    /// memory outside of frames.
    std::optional<FunctionId> frame;
    /// The statements that write to the same memory, as a sorted list of
    /// entries (the addresses at which control enters them).
    std::vector<EntryId> writers;
  };
  SetId emptySet(std::optional<FunctionId> frame);
  SetId with(SetId set, EntryId writer);

  std::vector<WriterSet> sets;
  /// Maps the number of a function to the index, in `sets`, of an empty set.
  /// This is the set of each place in the function's stack frames to which no
  /// statement has written so far. When a place gets a writer, the place is
  /// given another set, and the empty set stays empty. Memory outside of stack
  /// frames has an empty set of its own; its key is a number that no function
  /// has.
  llvm::DenseMap<uint32_t, SetId> emptySets;
  llvm::DenseMap<std::pair<SetId, uint32_t>, SetId> larger;
  /// For each place in memory, the index in `sets` of the set of its writers.
  llvm::DenseMap<uint64_t, SetId> setOf;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_STOREDPLACES_H
