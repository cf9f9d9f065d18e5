// Writes the result of `pinstripe slice` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "pinstripe/Result/SliceSummary.h"

using namespace pinstripe;

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

static void writeResult(ResultWriter &json, const SliceSummary &summary,
                        uint64_t maxEvents) {
  const Slice &slice = summary.slice;
  json.attribute("slice", nameOf(slice.kind));
  json.texts("criterion", summary.criterion);
  json.attribute("kept", slice.events.count());
  json.events(slice.events, maxEvents, "", [&](EventIndex event) {
    json.attribute("criterion", slice.criterion.contains(event));
    json.attribute("reads_stale", slice.readStale.contains(event));
    json.attribute("reads_uninitialised", slice.readUnwritten.contains(event));
    json.objects("why", slice.reasons(event), [&](const SliceReason &reason) {
      json.attribute("kind", reasonName(reason.kind));
      json.index(reason.neededBy);
    });
  });
  json.lines(slice.events);
}

void pinstripe::writeSliceJSON(const SliceSummary &summary, uint64_t maxEvents,
                               llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.attributeObject("result",
                         [&] { writeResult(json, summary, maxEvents); });
    json.attributeObject("graph", [&] {
      json.attribute("instructions", summary.instructions);
      json.attribute("dependences", summary.dependences);
      json.attribute("sliced", summary.slice.nodes);
    });
    json.attributeObject("time", [&] {
      json.decimal("total_s", summary.totalSeconds);
      json.decimal("record_s", summary.recordSeconds);
      json.decimal("slice_s", summary.sliceSeconds);
    });
  });
}
