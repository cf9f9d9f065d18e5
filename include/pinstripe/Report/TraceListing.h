// Prints a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACELISTING_H
#define PINSTRIPE_REPORT_TRACELISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <map>

namespace pinstripe {

/// Which events `pinstripe show` prints; empty fields let everything pass.
struct TraceFilter {
  std::string function = {}; ///< whole name, or its last component
  std::string file = {};     ///< displayed path, or its last components
  uint32_t line = 0;         ///< any line that the unit covers
  uint64_t limit = 0;        ///< at most so many events
  /// Only these events, if it has a size.
  EventSet only = {};
  /// What is written behind events: their values.
  std::map<uint32_t, std::string> values = {};
};

/// A row per event: index, place, instance, function, and the text indented
/// by the depth of its invocation.
void listEvents(const UnitTable &table, const Trace &trace,
                const TraceFilter &filter, TextStyle style,
                llvm::raw_ostream &stream);

/// A row per function: activations, events, units; most events first.
void listFunctions(const UnitTable &table, const Trace &trace,
                   const TraceFilter &filter, TextStyle style,
                   llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACELISTING_H
