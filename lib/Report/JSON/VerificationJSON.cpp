// Writes the result of `pinstripe verify` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"

using namespace pinstripe;

void pinstripe::writeVerificationJSON(const VerificationSummary &summary,
                                      llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.attribute("confirmed", summary.isConfirmed());
    json.attribute("kept", summary.claimed.count());
    json.attribute("elements", summary.elements);
    json.attribute("pinned", summary.pinned);
    json.attribute("user_pinned", summary.userPinned);
    json.attribute("granularity",
                   granularityName(summary.certificate.granularity));
    json.attribute("minimality", certificateName(summary.certificate));
    json.attributeObject("repeated", [&] {
      json.attribute("runs", summary.repeated.runs);
      json.attribute("reproduced", summary.repeated.reproduced);
    });
    json.attributeArray("needless", [&] {
      for (EventIndex event : summary.needless)
        json.object([&] { json.event(event); });
    });
    json.attribute("tests", summary.tests);
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
