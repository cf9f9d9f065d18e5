// Names for the kinds of things in results, in words and in JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_KINDNAMES_H
#define PINSTRIPE_LIB_REPORT_KINDNAMES_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/CompareSummary.h"

namespace pinstripe {

/// Returns the name of an effect: "expected output", "partly" and so on.
llvm::StringRef nameOf(Effect effect);
/// "the expected output comes out", or how much of it, for an effect that is
/// evidence.
llvm::StringRef describe(Effect effect);
/// "single", "constant", ...
llvm::StringRef nameOf(ChangeForm form);
/// Returns the name of a kind of slice: "data", "data+address", "full", ...
llvm::StringRef nameOf(SliceKind kind);
/// Returns the name of a reason: "value unchanged", "masked" and so on.
llvm::StringRef nameOf(DifferenceReason reason);

/// "--max-tests", ...; empty if no limit ended the search.
llvm::StringRef optionOf(std::optional<BudgetLimit> limit);

/// Returns a name with hyphens in place of blanks: "expected-output".
std::string kebab(llvm::StringRef name);

/// "line 12", or "the end of the function".
std::string describe(const UnitTable &table, const FlowTarget &target);
/// "4 instead of 3 for n", with "after it" where the statement left the value.
std::string describe(const ReplacedValue &replaced);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_KINDNAMES_H
