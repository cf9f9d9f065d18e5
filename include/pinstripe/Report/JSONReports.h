// Writes the results of Pinstripe's verbs, such as `reduce`, as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_JSONREPORTS_H
#define PINSTRIPE_REPORT_JSONREPORTS_H

#include "pinstripe/Result/ActionSummary.h"
#include "pinstripe/Result/CallSummary.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/ExplainSummary.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Result/MutationSummary.h"
#include "pinstripe/Result/OmissionSummary.h"
#include "pinstripe/Result/OptionsSummary.h"
#include "pinstripe/Result/RecordingSummary.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Result/SliceSummary.h"
#include "pinstripe/Result/SourceSummary.h"
#include "pinstripe/Result/TransitionSummary.h"
#include "pinstripe/Result/VerificationSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Version of the JSON output. It is raised when a field is renamed or dropped,
/// but not when a field is added.
inline constexpr int jsonFormatVersion = 1;

/// How many events the JSON output lists unless the user asks for more. An
/// event takes some 350 bytes, so the whole list takes at most some 35 MB.
inline constexpr uint64_t defaultListedEvents = 100000;

void writeRecordingJSON(const RecordingSummary &summary,
                        llvm::raw_ostream &stream);
/// Writes the result of a reduction as JSON. All kept events are counted, in
/// total and for each statement, but only the first `maxEvents` of them are
/// listed. Events that the user asked to keep are marked `user_pinned`, and
/// events that can't be skipped are marked `pinned`.
void writeReductionJSON(const ReductionSummary &summary, uint64_t maxEvents,
                        llvm::raw_ostream &stream);
/// Writes a slice as JSON. The form is the same as for the result of a
/// reduction, with an additional field `slice` for the kind of slice. Each
/// event has a field `why` with the reasons why it is in the slice.
void writeSliceJSON(const SliceSummary &summary, uint64_t maxEvents,
                    llvm::raw_ostream &stream);
void writeChangesJSON(const ChangeSummary &summary, llvm::raw_ostream &stream);
void writeTrialsJSON(const TrialSummary &summary, llvm::raw_ostream &stream);
void writeCriticalJSON(const CriticalSummary &summary,
                       llvm::raw_ostream &stream);
void writeMutationsJSON(const MutationSummary &summary,
                        llvm::raw_ostream &stream);
void writeLocationJSON(const LocateSummary &summary, llvm::raw_ostream &stream);
void writeRevisionsJSON(const RevisionSummary &summary,
                        llvm::raw_ostream &stream);
void writeVerificationJSON(const VerificationSummary &summary,
                           llvm::raw_ostream &stream);
void writeComparisonJSON(const CompareSummary &summary, uint64_t maxEvents,
                         llvm::raw_ostream &stream);
void writeCallJSON(const CallSummary &summary, llvm::raw_ostream &stream);
void writeTransitionsJSON(const TransitionSummary &summary,
                          llvm::raw_ostream &stream);
void writeInputsJSON(const InputSummary &summary, llvm::raw_ostream &stream);
void writeOptionsJSON(const OptionsSummary &summary, llvm::raw_ostream &stream);
void writeSourcesJSON(const SourceSummary &summary, llvm::raw_ostream &stream);
void writeActionsJSON(const ActionSummary &summary, llvm::raw_ostream &stream);
/// Writes the result of `explain`, the explanation of a failure, as JSON. Lists
/// at most `maxEvents` events of each critical slice.
void writeExplanationJSON(const ExplainSummary &summary, uint64_t maxEvents,
                          llvm::raw_ostream &stream);

/// Reads the JSON output of a reduction back. Returns a map from each event
/// (EventIndex) to the text that shows its values. In the JSON, this text is
/// `values.text`. The map is empty if `document` is not the JSON of a
/// reduction.
std::map<uint32_t, std::string> valueTextsIn(llvm::StringRef document);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_JSONREPORTS_H
