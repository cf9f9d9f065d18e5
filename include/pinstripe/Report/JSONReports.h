// Writes the result of each verb as JSON for other programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_JSONREPORTS_H
#define PINSTRIPE_REPORT_JSONREPORTS_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Result/OmissionSummary.h"
#include "pinstripe/Result/RecordingSummary.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Result/SliceSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Raised when a field is renamed or dropped, never when one is added.
inline constexpr int jsonFormatVersion = 1;

/// The number of events that the JSON lists unless the user asks for more. Each
/// takes some 350 bytes.
inline constexpr uint64_t defaultListedEvents = 100000;

void writeRecordingJSON(const RecordingSummary &summary,
                        llvm::raw_ostream &stream);
/// Lists the first `maxEvents` kept events. All of them are counted, in total
/// and for each statement. Events that the user asked to keep are `user_pinned`
/// there; `pinned` are those that can't be skipped.
void writeReductionJSON(const ReductionSummary &summary, uint64_t maxEvents,
                        llvm::raw_ostream &stream);
/// The object is that of a reduction with `slice` and, for each event, `why`.
void writeSliceJSON(const SliceSummary &summary, uint64_t maxEvents,
                    llvm::raw_ostream &stream);
void writeChangesJSON(const ChangeSummary &summary, llvm::raw_ostream &stream);
void writeTrialsJSON(const TrialSummary &summary, llvm::raw_ostream &stream);
void writeCriticalJSON(const CriticalSummary &summary,
                       llvm::raw_ostream &stream);
void writeLocationJSON(const LocateSummary &summary, llvm::raw_ostream &stream);
void writeComparisonJSON(const CompareSummary &summary, uint64_t maxEvents,
                         llvm::raw_ostream &stream);

/// Returns `values.text` of each event in the JSON of a reduction, by
/// EventIndex. Any other document has none.
std::map<uint32_t, std::string> valueTextsIn(llvm::StringRef document);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_JSONREPORTS_H
