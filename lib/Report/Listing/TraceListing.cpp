// Prints the events and functions of a recorded run for `pinstripe show`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TraceListing.h"
#include "UnitNames.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <map>
#include <set>

using namespace pinstripe;

namespace {

/// Selects the events of the recorded run that `pinstripe show` prints, and
/// makes the texts of the columns.
class Listing {
public:
  Listing(const UnitTable &table, const Trace &trace, const TraceFilter &filter)
      : table(table), trace(trace), filter(filter), instances(table, trace) {}

  bool passes(EventIndex index) const;
  std::vector<EventIndex> selected(uint64_t &left) const;
  std::string placeOf(EventIndex index) const;
  std::string textOf(EventIndex index) const;
  const TracedFunction &functionOf(EventIndex index) const {
    return table.function(table.entry(trace.entryOf(index)).function);
  }
  std::string functionNameOf(EventIndex index) const {
    return table.displayName(functionOf(index));
  }

  const UnitTable &table;
  const Trace &trace;
  const TraceFilter &filter;
  InstanceTable instances;
};

} // namespace

bool Listing::passes(EventIndex index) const {
  const SourceRange &range = table.unit(instances.unitOf(index)).range;
  if (!filter.only.isUnset() && !filter.only.contains(index))
    return false;
  if (!isNamed(functionOf(index), filter.function))
    return false;
  if (!filter.file.empty() && !table.isNamed(range.file, filter.file))
    return false;
  uint32_t last = std::max(range.line, range.endLine);
  return filter.line == 0 || (range.line <= filter.line && filter.line <= last);
}

std::vector<EventIndex> Listing::selected(uint64_t &left) const {
  std::vector<EventIndex> result;
  left = 0;
  for (size_t i = 0; i != trace.size(); ++i) {
    EventIndex index{static_cast<uint32_t>(i)};
    if (!passes(index))
      continue;
    if (filter.limit != 0 && result.size() == filter.limit)
      ++left;
    else
      result.push_back(index);
  }
  return result;
}

std::string Listing::placeOf(EventIndex index) const {
  return exactPlaceOf(table, table.unit(instances.unitOf(index)).range);
}

/// Returns the source text of an event. The text begins with "clean-up" if the
/// event destroys objects at the end of a scope, and with "return" if the event
/// returns from a function.
std::string Listing::textOf(EventIndex index) const {
  const StatementUnit &unit = table.unit(instances.unitOf(index));
  std::string prefix = unit.kind == UnitKind::Cleanup ? "clean-up " : "";
  if (unit.kind == UnitKind::Return &&
      !llvm::StringRef(unit.text).starts_with("return"))
    prefix = "return ";
  return prefix + unit.text;
}

static void padded(llvm::raw_ostream &stream, llvm::StringRef text,
                   unsigned width) {
  stream << text;
  unsigned used = displayWidth(text);
  stream.indent(used < width ? width - used : 0);
}

void pinstripe::listEvents(const UnitTable &table, const Trace &trace,
                           const TraceFilter &filter, TextStyle style,
                           llvm::raw_ostream &stream) {
  Listing listing(table, trace, filter);
  uint64_t left = 0;
  std::vector<EventIndex> events = listing.selected(left);
  unsigned indexWidth = std::to_string(trace.size()).size();
  unsigned placeWidth = 0, instanceWidth = 0, functionWidth = 0;
  for (EventIndex index : events) {
    placeWidth = std::max(placeWidth, displayWidth(listing.placeOf(index)));
    instanceWidth = std::max<unsigned>(
        instanceWidth,
        std::to_string(listing.instances.instanceOf(index)).size() + 1);
    functionWidth =
        std::max(functionWidth, displayWidth(listing.functionNameOf(index)));
  }
  // If libraries were recorded, the column of functions also names the library
  // of each function. The column may then be wider.
  functionWidth = std::min(functionWidth, table.modules.size() > 1 ? 40u : 24u);
  // The indentation of nested calls is limited, so that the texts of events in
  // deeply nested calls stay in sight.
  constexpr unsigned maxIndent = 20;
  for (EventIndex index : events) {
    std::string row;
    llvm::raw_string_ostream text(row);
    std::string number = std::to_string(static_cast<size_t>(index) + 1);
    text.indent(indexWidth - number.size()) << number << "  ";
    padded(text, listing.placeOf(index), placeWidth + 2);
    padded(text, "#" + std::to_string(listing.instances.instanceOf(index)),
           instanceWidth + 2);
    padded(text, fitted(listing.functionNameOf(index), functionWidth),
           functionWidth + 2);
    unsigned depth = listing.instances.depthOf(trace.invocationOf(index));
    text.indent(2 * std::min(depth, maxIndent));
    text << listing.textOf(index);
    auto values = filter.values.find(static_cast<uint32_t>(index));
    if (values != filter.values.end())
      text << "    " << values->second;
    stream << fitted(printable(row), style.width) << '\n';
  }
  if (left != 0)
    stream << "... " << counted(left, "more event") << '\n';
  if (events.empty())
    stream << "no event matches\n";
}

std::vector<EventIndex> pinstripe::selectEvents(const UnitTable &table,
                                                const Trace &trace,
                                                const TraceFilter &filter,
                                                uint64_t &left) {
  return Listing(table, trace, filter).selected(left);
}

std::vector<FunctionTally>
pinstripe::tallyFunctions(const UnitTable &table, const Trace &trace,
                          const TraceFilter &filter) {
  struct Members {
    FunctionTally tally;
    std::set<UnitId> units;
    std::set<InvocationId> invocations;
  };
  std::map<FunctionId, Members> functions;
  uint64_t left = 0;
  for (EventIndex index : selectEvents(table, trace, filter, left)) {
    Event event = trace.event(index);
    Members &members = functions[table.entry(event.entry).function];
    ++members.tally.events;
    members.units.insert(table.entry(event.entry).unit);
    members.invocations.insert(event.invocation);
  }
  std::vector<FunctionTally> tallies;
  for (auto &[function, members] : functions)
    tallies.push_back({function, members.tally.events,
                       members.invocations.size(), members.units.size()});
  llvm::sort(tallies, [](const auto &left, const auto &right) {
    return std::pair(right.events, left.function) <
           std::pair(left.events, right.function);
  });
  return tallies;
}

void pinstripe::listFunctions(const UnitTable &table, const Trace &trace,
                              const TraceFilter &filter, TextStyle style,
                              llvm::raw_ostream &stream) {
  writeStyled(stream, style, Emphasis::Dim,
              "    events     calls     units  function\n");
  for (const FunctionTally &tally : tallyFunctions(table, trace, filter)) {
    const TracedFunction &function = table.function(tally.function);
    std::string place =
        function.range.line == 0 ? "" : "  " + placeOf(table, function.range);
    stream << llvm::format("%10zu%10zu%10zu  ", size_t(tally.events),
                           size_t(tally.invocations), size_t(tally.units))
           << fitted(printable(table.displayName(function)), 60);
    writeStyled(stream, style, Emphasis::Dim, place);
    stream << '\n';
  }
}
