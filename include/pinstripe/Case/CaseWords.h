// Describes a case and its settings in words, for reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_CASEWORDS_H
#define PINSTRIPE_CASE_CASEWORDS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// Returns the name of a reduction's flow: "trace" or "guarded". The flow says
/// what decides where control goes.
llvm::StringRef flowName(Flow flow);

/// Returns the header of a report. Only those fields are set that follow from
/// the case and the runner. The caller must set the other fields.
RunHeader headerOf(const RecordedCase &recorded, const CaseRunner &runner);
/// Returns the header of a report about runs with the predicate `predicate` and
/// the flow `flow`, which may differ from those of the case. The flow says what
/// decides where control goes.
RunHeader headerOf(const RecordedCase &recorded, const CaseRunner &runner,
                   const PredicateSpec &predicate, Flow flow);
/// Returns the header of a report about a case that is not ready for runs. The
/// header lacks the crash of the recorded run, since the case directory does
/// not store it.
RunHeader headerOf(const CaseDirectory &directory, const Case &value,
                   const UnitTable &table, const Trace &trace,
                   const PredicateSpec &predicate, Flow flow);

/// Returns each predicate as a user would type it: `--keep 'sum = .*'`.
std::vector<std::string> describePredicates(const PredicateSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASEWORDS_H
