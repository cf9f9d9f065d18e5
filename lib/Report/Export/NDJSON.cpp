// Writes events and tests as NDJSON: one JSON object on each line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All lines of a file have the same fields with the same types. No field is a
// list or an object, so the file can be read as a table. If something does not
// exist, its field is 0 or an empty text. If something is not known for the
// whole file, its field is null in all lines.

#include "Export/Formats.h"
#include "Export/ReportIndex.h"
#include "JSON/JSONWriter.h"

using namespace pinstripe;

namespace {

/// Writes one line of JSON for each event.
class EventRows {
public:
  EventRows(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), stream(stream) {}
  void write();

private:
  void writeRow(EventIndex event);
  void writePlace(JSONWriter &json, EventIndex event) const;
  void writeCauses(JSONWriter &json, EventIndex event) const;
  void writeResult(JSONWriter &json, EventIndex event) const;

  ReportIndex index;
  const CaseReport &report;
  llvm::raw_ostream &stream;
};

} // namespace

static void writeNumber(JSONWriter &json, llvm::StringRef name,
                        std::optional<EventIndex> event) {
  json.attribute(name, event ? ReportIndex::numberOf(*event) : 0);
}

/// Writes whether an event is in a set; null if the set is not known.
static void writeMember(JSONWriter &json, llvm::StringRef name,
                        const EventSet *set, EventIndex event) {
  json.attribute(name, set && !set->isUnset()
                           ? llvm::json::Value(set->contains(event))
                           : nullptr);
}

static std::string joined(llvm::ArrayRef<NamedValue> values) {
  std::string text;
  for (const NamedValue &each : values)
    text += (text.empty() ? "" : ", ") + each.name + " = " + each.value;
  return text;
}

void EventRows::writePlace(JSONWriter &json, EventIndex event) const {
  const StatementUnit &unit = index.unitOf(event);
  json.extent(unit.range);
  const TracedFunction &function = index.functionOf(event);
  json.text("function", function.name);
  json.text("module",
            index.table.libraryName(index.table.moduleOf(function.low)));
  json.attribute("instance", index.instances.instanceOf(event));
  json.attribute("instances", index.executionsOf(event));
  json.attribute("kind", unitKindName(unit.kind));
  json.text("text", unit.text);
  json.attribute("pinned", unit.isPinned());
}

/// Writes the call to which `event` belongs, the event that made this call, the
/// event that decided that `event` happens, and the number of data dependences
/// of `event`. The dependences themselves are not written, since a line must
/// not contain a list.
void EventRows::writeCauses(JSONWriter &json, EventIndex event) const {
  InvocationId id = index.trace.invocationOf(event);
  json.attribute("invocation", static_cast<uint64_t>(id) + 1);
  json.attribute("depth", index.instances.depthOf(id));
  writeNumber(json, "caller_event", index.trace.invocation(id).parent);
  bool isControlKnown = !report.controlParents.empty();
  if (isControlKnown)
    writeNumber(json, "control_event",
                report.controlParents[static_cast<size_t>(event)]);
  else
    json.attribute("control_event", nullptr);
  json.attribute("dependences",
                 report.dependences
                     ? llvm::json::Value(report.dependences->of(event).size())
                     : nullptr);
}

void EventRows::writeResult(JSONWriter &json, EventIndex event) const {
  const ReportedReduction *reduction =
      report.reduction ? &*report.reduction : nullptr;
  writeMember(json, "kept", reduction ? &reduction->kept : nullptr, event);
  writeMember(json, "guard", reduction ? &reduction->guards : nullptr, event);
  writeMember(json, "in_full_slice",
              report.fullSlice ? &*report.fullSlice : nullptr, event);
  writeMember(json, "in_data_slice",
              report.dataSlice ? &*report.dataSlice : nullptr, event);
  json.text("without_it", index.reasonOf(event));
  auto values = report.values.find(static_cast<uint32_t>(event));
  bool hasValues = values != report.values.end();
  json.text("read", hasValues ? joined(values->second.read) : "");
  json.text("written", hasValues ? joined(values->second.written) : "");
  json.text("values", hasValues ? values->second.text : "");
}

void EventRows::writeRow(EventIndex event) {
  {
    JSONWriter json(index.table, stream, /*indent=*/0);
    json.object([&] {
      json.attribute("event", ReportIndex::numberOf(event));
      writePlace(json, event);
      writeCauses(json, event);
      writeResult(json, event);
    });
  }
  stream << '\n';
}

void EventRows::write() {
  for (size_t i = 0; i != index.trace.size(); ++i)
    writeRow(EventIndex(i));
}

void pinstripe::writeEventsNDJSON(const CaseReport &report,
                                  llvm::raw_ostream &stream) {
  EventRows(report, stream).write();
}

void pinstripe::writeTestsNDJSON(const CaseReport &report,
                                 llvm::raw_ostream &stream) {
  for (const ReportedTest &test : report.tests) {
    {
      JSONWriter json(report.table, stream, /*indent=*/0);
      json.object([&] {
        json.attribute("test", test.number);
        json.attribute("outcome", outcomeName(test.outcome));
        json.text("cause", test.cause);
        json.text("ending", test.ending);
        json.attribute("seconds", test.seconds);
        json.attribute("executed", test.executed);
        json.attribute("left_out", report.trace.size() - test.executed);
      });
    }
    stream << '\n';
  }
}
