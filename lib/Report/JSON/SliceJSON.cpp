// A slice for other programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "pinstripe/Result/SliceSummary.h"

using namespace pinstripe;

namespace {

class SliceWriter {
public:
  SliceWriter(llvm::json::OStream &json, const SliceSummary &summary,
              const InstanceTable &instances)
      : json(json), summary(summary), instances(instances) {}

  void writeResult(uint64_t mostEvents);

private:
  void writeEvent(EventIndex index);
  void writeWhy(EventIndex index);

  llvm::json::OStream &json;
  const SliceSummary &summary;
  const InstanceTable &instances;
};

} // namespace

static llvm::StringRef reasonName(SliceReason::Kind kind) {
  switch (kind) {
  case SliceReason::Kind::Data:
    return "data";
  case SliceReason::Kind::Address:
    return "address";
  case SliceReason::Kind::Control:
    return "control";
  case SliceReason::Kind::Potential:
    return "potential";
  }
  llvm_unreachable("not a kind");
}

void SliceWriter::writeWhy(EventIndex index) {
  json.attributeArray("why", [&] {
    for (const SliceReason &reason : summary.slice.reasons(index))
      json.object([&] {
        json.attribute("kind", reasonName(reason.kind));
        json.attribute("index", static_cast<int64_t>(reason.neededBy) + 1);
      });
  });
}

void SliceWriter::writeEvent(EventIndex index) {
  json.object([&] {
    writeEventJSON(json, summary.table, summary.trace, instances, index);
    json.attribute("criterion", summary.slice.criterion.contains(index));
    json.attribute("reads_stale", summary.slice.readStale.contains(index));
    json.attribute("reads_uninitialised",
                   summary.slice.readUnwritten.contains(index));
    writeWhy(index);
  });
}

void SliceWriter::writeResult(uint64_t mostEvents) {
  const EventSet &events = summary.slice.events;
  uint64_t kept = events.count();
  std::vector<int64_t> keptOfUnit(summary.table.units.size());
  for (EventIndex event : events)
    ++keptOfUnit[static_cast<size_t>(instances.unitOf(event))];
  json.attributeObject("result", [&] {
    json.attribute("slice", nameOf(summary.slice.kind));
    json.attributeArray("criterion", [&] {
      for (const std::string &each : summary.criterion)
        json.value(utf8(each));
    });
    json.attribute("kept", static_cast<int64_t>(kept));
    json.attribute("listed", static_cast<int64_t>(std::min(kept, mostEvents)));
    json.attributeArray("events", [&] {
      uint64_t left = mostEvents;
      for (EventIndex event : events)
        if (left != 0) {
          --left;
          writeEvent(event);
        }
    });
    writeLinesJSON(json, summary.table, instances, keptOfUnit);
  });
}

void pinstripe::writeSliceJSON(const SliceSummary &summary, uint64_t mostEvents,
                               llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    SliceWriter(json, summary, instances).writeResult(mostEvents);
    json.attributeObject("graph", [&] {
      json.attribute("instructions", summary.instructions);
      json.attribute("dependences", summary.dependences);
      json.attribute("sliced", summary.slice.nodes);
    });
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
      json.attribute("record_s", rounded(summary.recordSeconds));
      json.attribute("slice_s", rounded(summary.sliceSeconds));
    });
  });
  stream << '\n';
}
