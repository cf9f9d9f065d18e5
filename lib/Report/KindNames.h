// Turns enumerators, such as the effects of a change and the kinds of slices,
// into the words that text and JSON reports use for them.
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
/// output comes out". May be called only for effects that suggest that the
/// changed statement is wrong; see isEvidence().
llvm::StringRef describe(Effect effect);
/// Returns the name of a ChangeForm: "single", "constant" and so on. A
/// ChangeForm says which instances of a statement or condition are changed.
llvm::StringRef nameOf(ChangeForm form);
/// Returns the name of a kind of slice: "data", "data+address", "full", ...
llvm::StringRef nameOf(SliceKind kind);
/// Returns the name of a reason why an event is in one slice, but not in
/// another: "value unchanged", "masked", ...
llvm::StringRef nameOf(DifferenceReason reason);

/// Returns the name of a kind of uninitialised value that was used:
/// "variable", "heap", "missing return", ...
llvm::StringRef nameOf(UninitialisedUse::Kind kind);

/// Returns the command-line option that sets a limit, such as "--max-tests"; an
/// empty string for nullopt.
llvm::StringRef optionOf(std::optional<BudgetLimit> limit);

/// Returns a name in the spelling of the JSON output, with hyphens in place of
/// blanks: "expected-output".
std::string kebab(llvm::StringRef name);

/// Describes the place to which control goes: "line 12", or "the end of the
/// function".
std::string describe(const UnitTable &table, const FlowTarget &target);
/// Describes how the value of a variable was replaced: "4 instead of 3 for n".
/// If the value was replaced after the statement, not before it, the text is "4
/// instead of 3 for n after it".
std::string describe(const ReplacedValue &replaced);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_KINDNAMES_H
