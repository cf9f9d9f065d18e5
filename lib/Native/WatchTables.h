//===- WatchTables.h - Watches as the runtime reads them --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_WATCHTABLES_H
#define PINSTRIPE_LIB_NATIVE_WATCHTABLES_H

#include "InstrumentedProgram.h"
#include "PlanTables.h"
#include "pinstripe/Execution/Watch.h"

namespace pinstripe {

/// The tables of Runtime/Layout.h for the watches of a launch, and the way
/// back from what the runtime has written.
class WatchTables {
public:
  WatchTables() = default;
  /// `watches` must outlive the tables.
  WatchTables(const std::vector<Watch> &watches,
              const InstrumentedProgram &program, const PlanTables &plan,
              const UnitTable &table);

  bool isEmpty() const { return !watches || watches->empty(); }
  llvm::ArrayRef<native::WatchRecord> records() const { return allRecords; }
  llvm::ArrayRef<native::WatchStep> steps() const { return allSteps; }
  size_t resultBytes() const { return size; } ///< slots, then values
  void describe(native::Setup &setup) const;
  /// One bit for each position at which the runtime has to look; `entries` by
  /// position.
  void fillWatched(llvm::ArrayRef<uint32_t> entries, const PlanTables &plan,
                   llvm::MutableArrayRef<uint64_t> words) const;

  void clear(llvm::MutableArrayRef<uint8_t> results) const;
  std::vector<WatchedValue> values(llvm::ArrayRef<uint8_t> results) const;

private:
  void add(const Watch &watch, uint32_t slot);

  const std::vector<Watch> *watches = nullptr;
  const InstrumentedProgram *program = nullptr; ///< while it is made
  const PlanTables *plan = nullptr;             ///< the same
  const UnitTable *table = nullptr;             ///< the same
  std::vector<native::WatchRecord> allRecords;
  std::vector<native::WatchStep> allSteps;
  uint32_t entryRecords = 0;
  uint64_t size = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_WATCHTABLES_H
