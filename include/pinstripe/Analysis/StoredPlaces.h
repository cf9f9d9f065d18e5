//===- StoredPlaces.h - Which code writes where -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which statements can write the same memory, as far as that is known: where
// the machine code says so, even if it was never executed, and where the run
// has shown it.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_STOREDPLACES_H
#define PINSTRIPE_ANALYSIS_STOREDPLACES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// Four bytes: of the frames of one function, or at a run-time address.
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
  /// The next four bytes.
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

/// Takes 24 bytes for each place that was written.
class StoredPlaces {
public:
  /// Bytes [place, place + size) are written by code of the entry; of more than
  /// mostBytes the first ones.
  void add(StoredPlace place, uint64_t size, EntryId writer);
  /// The block of the heap is another one now.
  void forget(uint64_t address, uint64_t size);
  bool isKnown(StoredPlace place) const { return setOf.contains(place.key()); }

  /// Sorted.
  llvm::ArrayRef<EntryId> writersOf(StoredPlace place) const;
  /// An entry that writes where `writer` does.
  struct Sharer {
    EntryId entry{};
    /// In a frame of its own, as `writer` does.
    bool isOwnFrame = false;
  };
  std::vector<Sharer> sharersOf(const UnitTable &table, EntryId writer) const;

  static constexpr uint64_t mostBytes = 1 << 14;

private:
  using SetId = uint32_t;
  struct WriterSet {
    std::optional<FunctionId> frame; ///< of the places
    std::vector<EntryId> writers;    ///< sorted
  };
  SetId emptySet(std::optional<FunctionId> frame);
  SetId with(SetId set, EntryId writer);

  std::vector<WriterSet> sets;
  llvm::DenseMap<uint32_t, SetId> emptySets; ///< by function; all others last
  llvm::DenseMap<std::pair<SetId, uint32_t>, SetId> larger;
  llvm::DenseMap<uint64_t, SetId> setOf; ///< by place
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_STOREDPLACES_H
