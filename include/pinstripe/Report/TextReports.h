// Writes the results of Pinstripe's verbs, such as `reduce`, as text for a
// person.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TEXTREPORTS_H
#define PINSTRIPE_REPORT_TEXTREPORTS_H

#include "pinstripe/Report/TextStyle.h"
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
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Result/SliceSummary.h"
#include "pinstripe/Result/SourceSummary.h"
#include "pinstripe/Result/TransitionSummary.h"

namespace pinstripe {

/// Writes the result of a reduction: the source of every function with critical
/// statements (those that the output needs). A column in front marks these
/// statements and lists their critical instances. Long passages without
/// critical statements are left out.
void writeReduction(const ReductionSummary &summary, TextStyle style,
                    llvm::raw_ostream &stream);

void writeSlice(const SliceSummary &summary, TextStyle style,
                llvm::raw_ostream &stream);
/// Prints why `event` is in the slice: the chain of dependences from the event
/// to what the slice explains, which is the output or a place in the program.
void writeWhy(const SliceSummary &summary, EventIndex event, TextStyle style,
              llvm::raw_ostream &stream);

/// Lists the `max` changes of the run that had the best effects on the output.
/// One change, for example, sends control the other way at a condition.
void writeChanges(const ChangeSummary &summary, TextStyle style, size_t max,
                  llvm::raw_ostream &stream);
void writeTrials(const TrialSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream);
void writeCritical(const CriticalSummary &summary, TextStyle style,
                   llvm::raw_ostream &stream);

/// Lists the `max` statements whose mutations had the best effects on the
/// output. A mutation is a small change of the source. Each is shown as a
/// difference of lines.
void writeMutations(const MutationSummary &summary, TextStyle style, size_t max,
                    llvm::raw_ostream &stream);

/// Lists at most `max` lines of the source, the most suspect first.
void writeLocation(const LocateSummary &summary, TextStyle style, size_t max,
                   llvm::raw_ostream &stream);
/// Writes the present ranking of a search that still goes on: the first `max`
/// entries (groups of lines that are read together), each by its first line and
/// without evidence. Writes nothing if no line stands out.
void writeLocationSoFar(const LocateSummary &summary, TextStyle style,
                        size_t max, llvm::raw_ostream &stream);
void writeRevisions(const RevisionSummary &summary, TextStyle style,
                    llvm::raw_ostream &stream);
void writeComparison(const CompareSummary &summary, TextStyle style,
                     llvm::raw_ostream &stream);

/// Writes the result of `pinstripe call`: the failing or passing calls that it
/// has found, and how each argument was changed.
void writeCall(const CallSummary &summary, TextStyle style,
               llvm::raw_ostream &stream);
/// Writes the result of `pinstripe transitions`: the variables that were the
/// cause of the failure one after the other, and where the cause moved.
void writeTransitions(const TransitionSummary &summary, TextStyle style,
                      llvm::raw_ostream &stream);
/// Writes the result of `pinstripe input`: the first lines of each input that
/// it has found, and the files with these inputs.
void writeInputs(const InputSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream);
/// Writes the result of `pinstripe options`: the command lines that it has
/// found, and which of their parts are needed.
void writeOptions(const OptionsSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
/// Writes the result of `pinstripe source`: the reduced text of a program, and
/// what was tried to get it.
void writeSources(const SourceSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
/// Writes the result of `pinstripe actions`: the user's actions that it has
/// found, and the screen to which they lead.
void writeActions(const ActionSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
/// Writes the screen at the end of a run, and how the run has ended.
void writeShownRun(const ShownRun &run, TextStyle style,
                   llvm::raw_ostream &stream);
/// Writes the explanation of a failure as a story, from the smallest run that
/// fails to what `explain` could not find out.
void writeExplanation(const ExplainSummary &summary, TextStyle style,
                      llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TEXTREPORTS_H
