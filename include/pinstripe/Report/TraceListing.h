// Prints the events and functions of a recorded run for `pinstripe show`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACELISTING_H
#define PINSTRIPE_REPORT_TRACELISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <map>

namespace pinstripe {

/// Selects the events that `pinstripe show` prints. If a field is empty or 0,
/// it has no influence on the selection.
struct TraceFilter {
  /// Only events of this function are printed. The text is its name, the last
  /// part of its name (`area` for `Shape::area`), or its name in the symbol
  /// table.
  std::string function = {};
  /// Only events in this source file are printed. The text is the file's path
  /// as displayed, or the end of this path.
  std::string file = {};
  /// Only events of statements on this source line are printed.
  uint32_t line = 0;
  uint64_t limit = 0; ///< The largest number of events that are printed.
  /// The set of events that may be printed. If the set has no size, all events
  /// may be printed; see IndexSet::isUnset.
  EventSet only = {};
  /// Maps the number of an event (EventIndex) to the text of its values, which
  /// is printed at the end of the event's row.
  std::map<uint32_t, std::string> values = {};
};

/// Returns the events that the filter selects, at most `filter.limit` of them.
/// Sets `left` to the number of events that are missing because of this limit.
std::vector<EventIndex> selectEvents(const UnitTable &table, const Trace &trace,
                                     const TraceFilter &filter, uint64_t &left);

/// How many events of one function are selected, in how many calls of the
/// function they happened, and to how many statement units they belong.
struct FunctionTally {
  FunctionId function{};
  uint64_t events = 0, invocations = 0, units = 0;
};

/// Counts the selected events of each function. Functions with the most events
/// come first.
std::vector<FunctionTally> tallyFunctions(const UnitTable &table,
                                          const Trace &trace,
                                          const TraceFilter &filter);

/// Prints one row for each selected event. A row has the number of the event in
/// the run, the source position, the number of the statement's instance (#3 is
/// its third execution), the function, and the source text. The text is
/// indented by the depth of the call.
void listEvents(const UnitTable &table, const Trace &trace,
                const TraceFilter &filter, TextStyle style,
                llvm::raw_ostream &stream);

/// Prints a row for each function with selected events (see tallyFunctions).
void listFunctions(const UnitTable &table, const Trace &trace,
                   const TraceFilter &filter, TextStyle style,
                   llvm::raw_ostream &stream);

/// Writes the selected events as JSON, with more about each event than
/// listEvents() prints. `version` is the version of Pinstripe.
void writeEventsJSON(const UnitTable &table, const Trace &trace,
                     const TraceFilter &filter, llvm::StringRef version,
                     llvm::raw_ostream &stream);
/// Writes, as JSON, the functions with selected events, as listFunctions()
/// prints them. `version` is the version of Pinstripe.
void writeFunctionsJSON(const UnitTable &table, const Trace &trace,
                        const TraceFilter &filter, llvm::StringRef version,
                        llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACELISTING_H
