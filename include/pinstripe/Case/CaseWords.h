// Describes a case and its settings in words, for reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_CASEWORDS_H
#define PINSTRIPE_CASE_CASEWORDS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// Returns the name of the flow of a reduction: "trace" or "guarded".
llvm::StringRef flowName(Flow flow);

/// Returns the header of a report, as far as the case and the runner tell what
/// is in it. The caller fills in the rest.
RunHeader headerOf(const RecordedCase &recorded, const CaseRunner &runner);
/// Returns the header of a report about runs whose predicate or flow is not
/// that of the case.
RunHeader headerOf(const RecordedCase &recorded, const CaseRunner &runner,
                   const PredicateSpec &predicate, Flow flow);

/// Returns each predicate as a user would type it: `--keep 'sum = .*'`.
std::vector<std::string> describePredicates(const PredicateSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASEWORDS_H
