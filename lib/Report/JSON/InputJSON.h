// Writes the fields that the results of `input` and `actions` share as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H
#define PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H

#include "JSONWriter.h"
#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// Writes the fields that come first: the tool, the program and its arguments,
/// and what its failing run did.
void writeSearchedRun(JSONWriter &json, const InputSummary &summary);
/// Writes the fields that come last: how often the result was confirmed, and
/// how the search ended.
void writeSearchEnd(JSONWriter &json, const InputSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H
