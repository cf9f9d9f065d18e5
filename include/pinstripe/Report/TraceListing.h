// Prints the events and functions of a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACELISTING_H
#define PINSTRIPE_REPORT_TRACELISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <map>

namespace pinstripe {

/// Selects the events that `pinstripe show` prints. A field that is empty or 0
/// excludes no event.
struct TraceFilter {
  /// A function: its name, the last part of its name (`area` for
  /// `Shape::area`), or its name in the symbol table.
  std::string function = {};
  /// A source file: its path as it is displayed, or the end of that path.
  std::string file = {};
  /// A source line; only events of statements on it are printed.
  uint32_t line = 0;
  uint64_t limit = 0; ///< Maximum number of printed events.
  /// The set to which the printed events are limited. A set without a size
  /// means that there is no limit.
  EventSet only = {};
  /// Texts with the values of events, by event number. They are printed at the
  /// ends of the rows.
  std::map<uint32_t, std::string> values = {};
};

/// Returns the events that the filter selects, and sets `left` to the number of
/// those beyond its limit.
std::vector<EventIndex> selectEvents(const UnitTable &table, const Trace &trace,
                                     const TraceFilter &filter, uint64_t &left);

/// Counts for one function: how many of the selected events it has, and how
/// many invocations and units these events belong to.
struct FunctionTally {
  FunctionId function{};
  uint64_t events = 0, invocations = 0, units = 0;
};

/// Counts the selected events of each function. Functions with most events come
/// first.
std::vector<FunctionTally> tallyFunctions(const UnitTable &table,
                                          const Trace &trace,
                                          const TraceFilter &filter);

/// Prints a row for each event: index, source position, instance, function, and
/// the source text, indented by the depth of the invocation.
void listEvents(const UnitTable &table, const Trace &trace,
                const TraceFilter &filter, TextStyle style,
                llvm::raw_ostream &stream);

/// Prints a row for each function that tallyFunctions() returns.
void listFunctions(const UnitTable &table, const Trace &trace,
                   const TraceFilter &filter, TextStyle style,
                   llvm::raw_ostream &stream);

/// Writes what listEvents() prints, with more about each event, as JSON.
/// `version` is the version of Pinstripe.
void writeEventsJSON(const UnitTable &table, const Trace &trace,
                     const TraceFilter &filter, llvm::StringRef version,
                     llvm::raw_ostream &stream);
/// Writes what listFunctions() prints, as JSON.
void writeFunctionsJSON(const UnitTable &table, const Trace &trace,
                        const TraceFilter &filter, llvm::StringRef version,
                        llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACELISTING_H
