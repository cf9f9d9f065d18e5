// Reads watched values from the memory of a stopped program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watched values are values of variables that a run has to report. The LLDB
// engine uses the class WatchReader, which reads the values from outside of the
// program. The native engine reads the values inside of the program. Both
// engines use the class LocationReader to find out where a value is.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_WATCHREADER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_WATCHREADER_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/Watch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Gives access to the memory of a stopped program.
struct ProcessView {
  const ProcessMemory &memory;
  llvm::function_ref<uint64_t(uint64_t)>
      /// Converts a table address into a run-time address. A table address is
      /// the address in the module's file plus a constant for each module (see
      /// UnitTable).
      toRunTime;
};

/// Returns the bytes of the value at `location`; nullopt if the memory can't be
/// read. `frame` is the value of rbp.
std::optional<std::string> readValue(const LocationProgram &location,
                                     uint64_t frame, const ProcessView &view);

/// Collects the watched values of one run.
class WatchReader {
public:
  /// Creates a reader for one run. `trace` must outlive it; `watches` may be
  /// null.
  WatchReader(WatchList watches, const Trace &trace);

  bool isEmpty() const { return values.empty(); }
  /// Reads the values that are watched before `event`. Must be called before
  /// each event begins; `frame` is the value of rbp.
  void begin(EventIndex event, uint64_t frame, const ProcessView &view);
  /// Reads the values that are watched after `event`. Must be called each time
  /// an event has ended. `frame` is the value of rbp.
  void end(EventIndex event, uint64_t frame, const ProcessView &view);
  std::vector<WatchedValue> take() { return std::move(values); }

private:
  struct Asked {
    uint32_t watch = 0, place = 0;
  };
  void note(const Asked &asked, uint64_t frame, const ProcessView &view);

  WatchList watches;
  const Trace &trace;
  llvm::DenseMap<uint32_t, std::vector<Asked>> atEntry, beforeEvent, afterEvent;
  std::vector<WatchedValue> values;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_WATCHREADER_H
