// Prints the events and functions of a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACELISTING_H
#define PINSTRIPE_REPORT_TRACELISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <map>

namespace pinstripe {

/// Selects the events that `pinstripe show` prints. A field that is empty or 0
/// excludes none.
struct TraceFilter {
  /// The function's name, the last component of that, or the linkage name.
  std::string function = {};
  /// The path of the source file as displayed, or the end of that path.
  std::string file = {};
  uint32_t line = 0;  ///< Any line that the event's unit covers.
  uint64_t limit = 0; ///< How many events are printed at most.
  /// If this set has a size, only its events are printed.
  EventSet only = {};
  /// Texts with the values of events by EventIndex, for the ends of rows.
  std::map<uint32_t, std::string> values = {};
};

/// Prints a row for each event: index, source position, instance, function, and
/// the source text, indented by the depth of the invocation.
void listEvents(const UnitTable &table, const Trace &trace,
                const TraceFilter &filter, TextStyle style,
                llvm::raw_ostream &stream);

/// Prints a row for each function: how many events, invocations and executed
/// units it has. Functions with most events come first.
void listFunctions(const UnitTable &table, const Trace &trace,
                   const TraceFilter &filter, TextStyle style,
                   llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACELISTING_H
