// Writes the fields that the results of `input` and `actions` share as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H
#define PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H

#include "JSONWriter.h"
#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// Writes the first fields of the result: the version of Pinstripe, the
/// program, its arguments, the predicates, and how the failing run ended.
void writeSearchedRun(JSONWriter &json, const InputSummary &summary);
/// Writes the fields that come last: how often the result was confirmed, and
/// how the search ended.
void writeSearchEnd(JSONWriter &json, const InputSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_JSON_INPUTJSON_H
