// Prints the events and functions of a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACELISTING_H
#define PINSTRIPE_REPORT_TRACELISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <map>

namespace pinstripe {

/// Selects the events that `pinstripe show` prints. Empty fields let everything
/// pass.
struct TraceFilter {
  std::string function = {}; ///< Its name, last component or linkage name.
  std::string file = {};     ///< Its displayed path, or the end of that.
  uint32_t line = 0;         ///< Any line that the unit covers.
  uint64_t limit = 0;        ///< The number of events to print at most.
  /// If it has a size, only these events are printed.
  EventSet only = {};
  /// Texts with the values of events, which are written after them.
  std::map<uint32_t, std::string> values = {};
};

/// Prints a row for each event: index, place, instance, function, and the text
/// indented by the depth of its invocation.
void listEvents(const UnitTable &table, const Trace &trace,
                const TraceFilter &filter, TextStyle style,
                llvm::raw_ostream &stream);

/// Prints a row for each function with the numbers of its activations, events
/// and units; functions with most events come first.
void listFunctions(const UnitTable &table, const Trace &trace,
                   const TraceFilter &filter, TextStyle style,
                   llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACELISTING_H
