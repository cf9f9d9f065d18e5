// Writes a run in Chrome's trace format, as nested calls with kept events
// marked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Perfetto, speedscope and chrome://tracing read this format. It is described
// in "Trace Event Format" (Google, 2016). The file uses event numbers as times:
// one event takes one microsecond. Events are written one by one, so that a
// long run takes no more memory than a short one.

#include "Export/Formats.h"
#include "Export/ReportIndex.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/DenseMap.h"
#include "JSON/JSONWriter.h"

using namespace pinstripe;

namespace {

/// The largest number of events in a run for which all events become slices,
/// which viewers show as bars. In a longer run only kept events do, since a
/// browser can't hold millions of slices.
constexpr size_t maxEventsWithSlices = 200000;

/// A range of events: from `first` up to, but not including, `end`. Empty if
/// `end` is 0.
struct Stretch {
  uint64_t first = 0, end = 0;
  bool isEmpty() const { return end == 0; }
  void include(const Stretch &other) {
    first = isEmpty() ? other.first : std::min(first, other.first);
    end = std::max(end, other.end);
  }
};

class TraceWriter {
public:
  TraceWriter(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), trace(report.trace), stream(stream) {}
  void write();

private:
  void measureCalls();
  void chooseTracks();
  void writeNames();
  void writeEntry(llvm::function_ref<void(JSONWriter &)> writeFields);
  void writeSlice(JSONWriter &json, llvm::StringRef name,
                  llvm::StringRef category, const Stretch &stretch,
                  uint32_t track) const;
  void writeInvocation(InvocationId id);
  void writeEvent(EventIndex event);
  void writeArguments(JSONWriter &json, EventIndex event) const;
  void writeOther();
  uint32_t trackOf(InvocationId id) const {
    return tracks[static_cast<size_t>(id)];
  }
  bool hasAllEvents() const { return trace.size() <= maxEventsWithSlices; }

  ReportIndex index;
  const CaseReport &report;
  const Trace &trace;
  llvm::raw_ostream &stream;
  bool isFirst = true;
  /// The events of each invocation; the index is an InvocationId.
  std::vector<Stretch> calls;
  /// For each event that made calls, the number of the event at which the last
  /// of these calls ends.
  llvm::DenseMap<uint32_t, uint64_t> callEnds;
  /// For each invocation, the row of the viewer in which its bar is drawn.
  /// Threads that overlap in time have different rows.
  std::vector<uint32_t> tracks;
  std::vector<uint64_t> trackEnds;
};

} // namespace

/// Finds where each invocation begins and ends, its callees included.
void TraceWriter::measureCalls() {
  calls.resize(trace.allInvocations().size());
  for (size_t i = 0; i != trace.size(); ++i) {
    auto id = static_cast<size_t>(trace.invocationOf(EventIndex(i)));
    calls[id].include({i + 1, i + 2});
  }
  // A caller's range includes the ranges of its callees. A caller has a smaller
  // InvocationId than its callees, so the loop goes from the last invocation to
  // the first.
  for (size_t i = calls.size(); i-- != 0;) {
    const Invocation &each = trace.invocation(InvocationId(i));
    if (calls[i].isEmpty())
      continue;
    if (each.caller)
      calls[static_cast<size_t>(*each.caller)].include(calls[i]);
    if (each.parent) {
      uint64_t &end = callEnds[static_cast<uint32_t>(*each.parent)];
      end = std::max(end, calls[i].end);
    }
  }
}

/// Puts each outermost invocation into the first row that is free at its
/// beginning. Puts every other invocation into the row of its caller.
void TraceWriter::chooseTracks() {
  tracks.resize(calls.size());
  for (size_t i = 0; i != calls.size(); ++i) {
    const Invocation &each = trace.invocation(InvocationId(i));
    if (each.caller) {
      tracks[i] = trackOf(*each.caller);
      continue;
    }
    if (calls[i].isEmpty())
      continue;
    auto free = llvm::find_if(
        trackEnds, [&](uint64_t end) { return end <= calls[i].first; });
    if (free == trackEnds.end())
      free = trackEnds.insert(free, 0);
    *free = calls[i].end;
    tracks[i] = free - trackEnds.begin();
  }
}

/// Writes one trace event as an element of the JSON array, on a line of its
/// own. `writeFields` writes the event's attributes.
void TraceWriter::writeEntry(
    llvm::function_ref<void(JSONWriter &)> writeFields) {
  stream << (isFirst ? "\n" : ",\n");
  isFirst = false;
  JSONWriter json(index.table, stream, /*indent=*/0);
  json.object([&] { writeFields(json); });
}

void TraceWriter::writeNames() {
  auto writeName = [&](llvm::StringRef kind, uint32_t track,
                       llvm::StringRef name) {
    writeEntry([&](JSONWriter &json) {
      json.attribute("name", kind);
      json.attribute("ph", "M");
      json.attribute("pid", 1);
      json.attribute("tid", track + 1);
      json.attributeObject("args", [&] { json.text("name", name); });
    });
  };
  writeName("process_name", 0, report.theCase.program);
  for (uint32_t track = 0; track != trackEnds.size(); ++track)
    writeName("thread_name", track,
              track == 0 ? "run"
                         : "overlapping calls " + std::to_string(track + 1));
}

void TraceWriter::writeSlice(JSONWriter &json, llvm::StringRef name,
                             llvm::StringRef category, const Stretch &stretch,
                             uint32_t track) const {
  json.text("name", name);
  json.attribute("cat", category);
  json.attribute("ph", "X");
  json.attribute("ts", stretch.first);
  json.attribute("dur", stretch.end - stretch.first);
  json.attribute("pid", 1);
  json.attribute("tid", track + 1);
}

void TraceWriter::writeInvocation(InvocationId id) {
  const TracedFunction &function =
      index.table.function(trace.invocation(id).function);
  writeEntry([&](JSONWriter &json) {
    writeSlice(json, index.table.displayName(function), "call",
               calls[static_cast<size_t>(id)], trackOf(id));
  });
}

void TraceWriter::writeArguments(JSONWriter &json, EventIndex event) const {
  json.attribute("event", ReportIndex::numberOf(event));
  json.text("instance", std::to_string(index.instances.instanceOf(event)) +
                            " of " + std::to_string(index.executionsOf(event)));
  if (std::string values = index.valuesOf(event); !values.empty())
    json.text("values", values);
  if (std::string reason = index.reasonOf(event); !reason.empty())
    json.text("why", reason);
}

/// Writes an event, and the calls that it makes, as one slice (a bar in a
/// viewer). The slices of the calls are inside this slice. If the event was
/// kept, the slice has a dot before its name, and a category and a colour (in
/// chrome://tracing) of its own.
void TraceWriter::writeEvent(EventIndex event) {
  bool isKept = index.isKept(event);
  if (!isKept && !hasAllEvents())
    return;
  uint64_t number = ReportIndex::numberOf(event);
  auto callEnd = callEnds.find(static_cast<uint32_t>(event));
  Stretch stretch{number, number + 1};
  if (callEnd != callEnds.end())
    stretch.end = std::max(stretch.end, callEnd->second);
  writeEntry([&](JSONWriter &json) {
    const StatementUnit &unit = index.unitOf(event);
    std::string name = placeOf(index.table, unit.range) + "  " + unit.text;
    writeSlice(json, isKept ? "● " + name : name, isKept ? "kept" : "statement",
               stretch, trackOf(trace.invocationOf(event)));
    if (report.reduction)
      json.attribute("cname", isKept ? "good" : "grey");
    // Only the slice of a kept event gets arguments (its values, for example),
    // since speedscope appends the arguments to the name of each slice.
    if (isKept)
      json.attributeObject("args", [&] { writeArguments(json, event); });
  });
}

/// Writes the metadata that viewers show.
void TraceWriter::writeOther() {
  JSONWriter json(index.table, stream, /*indent=*/0);
  json.object([&] {
    json.text("tool", "pinstripe " + report.version);
    json.text("program", report.theCase.program);
    json.attribute("time", "1 microsecond is 1 event");
    json.attribute("events", trace.size());
    if (report.reduction)
      json.attribute("kept", report.reduction->kept.count());
    json.attribute("slices", hasAllEvents() ? "calls and all events"
                                            : "calls and kept events");
  });
}

void TraceWriter::write() {
  measureCalls();
  chooseTracks();
  stream << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  writeNames();
  // The slices (bars in a viewer) are written in the order of their beginnings,
  // and outer ones before inner ones, as speedscope requires. InvocationIds
  // have the order in which the invocations begin.
  size_t next = 0;
  for (size_t i = 0; i != trace.size(); ++i) {
    for (; next != calls.size() &&
           (calls[next].isEmpty() || calls[next].first <= i + 1);
         ++next)
      if (!calls[next].isEmpty())
        writeInvocation(InvocationId(next));
    writeEvent(EventIndex(i));
  }
  stream << "\n],\n\"otherData\":";
  writeOther();
  stream << "}\n";
}

void pinstripe::writeChromeTrace(const CaseReport &report,
                                 llvm::raw_ostream &stream) {
  TraceWriter(report, stream).write();
}
