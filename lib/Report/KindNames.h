// Names the kinds of effects, slices and so on in text and JSON reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_KINDNAMES_H
#define PINSTRIPE_LIB_REPORT_KINDNAMES_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/UninitialisedMemory.h"

namespace pinstripe {

/// Returns the name of an effect of a change: "expected output", "partly" and
/// so on.
llvm::StringRef nameOf(Effect effect);
/// Describes the effect of a change in words for people, such as "the expected
/// output comes out". isEvidence(effect) must be true.
llvm::StringRef describe(Effect effect);
/// Returns the name of a ChangeForm: "single", "constant" and so on.
llvm::StringRef nameOf(ChangeForm form);
/// Returns the name of a kind of slice: "data", "data+address", "full", ...
llvm::StringRef nameOf(SliceKind kind);
/// Returns the name of a reason why slices differ: "value unchanged", "masked",
/// ...
llvm::StringRef nameOf(DifferenceReason reason);

/// Returns the name of a kind of uninitialised value that was used:
/// "variable", "heap", "missing return", ...
llvm::StringRef nameOf(UninitialisedUse::Kind kind);

/// Returns the command-line option that sets a limit, such as "--max-tests"; an
/// empty string for nullopt.
llvm::StringRef optionOf(std::optional<BudgetLimit> limit);

/// Returns a name with hyphens in place of blanks: "expected-output".
std::string kebab(llvm::StringRef name);

/// Describes where control goes: "line 12", or "the end of the function".
std::string describe(const UnitTable &table, const FlowTarget &target);
/// Describes a replaced value: "4 instead of 3 for n", with "after it" if the
/// value was replaced after the statement.
std::string describe(const ReplacedValue &replaced);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_KINDNAMES_H
