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
#include "pinstripe/Result/VerificationSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Version of the JSON output. It is raised when a field is renamed or dropped,
/// but not when one is added.
inline constexpr int jsonFormatVersion = 1;

/// The number of events that the JSON lists unless the user asks for more. Each
/// event takes some 350 bytes.
inline constexpr uint64_t defaultListedEvents = 100000;

void writeRecordingJSON(const RecordingSummary &summary,
                        llvm::raw_ostream &stream);
/// Writes the result of a reduction. Lists the first `maxEvents` kept events,
/// but counts all of them, in total and for each statement. Events that the
/// user asked to keep are marked `user_pinned`, events that can't be skipped
/// `pinned`.
void writeReductionJSON(const ReductionSummary &summary, uint64_t maxEvents,
                        llvm::raw_ostream &stream);
/// Writes a slice as JSON, in the form of writeReductionJSON(). It has an
/// additional field `slice` and, for each event, `why`.
void writeSliceJSON(const SliceSummary &summary, uint64_t maxEvents,
                    llvm::raw_ostream &stream);
void writeChangesJSON(const ChangeSummary &summary, llvm::raw_ostream &stream);
void writeTrialsJSON(const TrialSummary &summary, llvm::raw_ostream &stream);
void writeCriticalJSON(const CriticalSummary &summary,
                       llvm::raw_ostream &stream);
void writeLocationJSON(const LocateSummary &summary, llvm::raw_ostream &stream);
void writeVerificationJSON(const VerificationSummary &summary,
                           llvm::raw_ostream &stream);
void writeComparisonJSON(const CompareSummary &summary, uint64_t maxEvents,
                         llvm::raw_ostream &stream);

/// Reads the JSON of a reduction. Returns a map from EventIndex to the text in
/// `values.text` of that event; it is empty for any other document.
std::map<uint32_t, std::string> valueTextsIn(llvm::StringRef document);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_JSONREPORTS_H
