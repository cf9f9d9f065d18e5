// Makes tables by which the process under test reads values for `--watch`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables are read by the runtime, the tool's code in the process.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_WATCHTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_WATCHTABLES_H

#include "Patch/InstrumentedProgram.h"
#include "Tables/PlanTables.h"
#include "pinstripe/Execution/Watch.h"

namespace pinstripe {

/// Makes the tables that tell Pinstripe's runtime when and where to read the
/// values that `--watch` compares. Also returns the values that the runtime has
/// read.
class WatchTables {
public:
  WatchTables() = default;
  /// `watches` must outlive this object.
  WatchTables(const std::vector<Watch> &watches,
              const InstrumentedProgram &program, const PlanTables &plan,
              const UnitTable &table);

  bool isEmpty() const { return !watches || watches->empty(); }
  llvm::ArrayRef<native::WatchRecord> records() const { return allRecords; }
  llvm::ArrayRef<LocationStep> steps() const { return allSteps; }
  /// Returns the size in bytes of the memory in which Pinstripe's runtime
  /// stores the values that it reads for `--watch`.
  size_t resultBytes() const { return size; }
  void describe(native::Setup &setup) const;
  /// Sets the bits in `words` that belong to the events at which Pinstripe's
  /// runtime has to read a value. The bits are in the order of EventsByCall,
  /// which sorts the events by call.
  void fillWatched(const Trace &trace,
                   llvm::MutableArrayRef<uint64_t> words) const;

  void clear(llvm::MutableArrayRef<uint8_t> results) const;
  std::vector<WatchedValue> values(llvm::ArrayRef<uint8_t> results) const;

private:
  void add(const Watch &watch, uint32_t slot);

  const std::vector<Watch> *watches = nullptr;
  // The following pointers are used by the constructor and the functions that
  // it calls, not later. So `program`, `plan` and `table` need not outlive this
  // object.
  const InstrumentedProgram *program = nullptr;
  const PlanTables *plan = nullptr;
  const UnitTable *table = nullptr;
  std::vector<native::WatchRecord> allRecords;
  std::vector<LocationStep> allSteps;
  uint32_t entryRecords = 0;
  uint64_t size = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_WATCHTABLES_H
