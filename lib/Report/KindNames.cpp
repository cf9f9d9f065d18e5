// Turns enumerators, such as the effects of a change and the kinds of slices,
// into the words that text and JSON reports use for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KindNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::nameOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return "expected output";
  case Effect::NoCrash:
    return "no crash";
  case Effect::NoCrashOtherOutput:
    return "no crash other output";
  case Effect::NoCrashShorter:
    return "no crash shorter";
  case Effect::Partly:
    return "partly";
  case Effect::Prefix:
    return "prefix";
  case Effect::Gone:
    return "gone";
  case Effect::Other:
    return "other";
  case Effect::Same:
    return "same";
  case Effect::Crash:
    return "crash";
  case Effect::Hang:
    return "hang";
  }
  llvm_unreachable("not an effect");
}

llvm::StringRef pinstripe::describe(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return "the expected output comes out";
  case Effect::NoCrash:
    return "it does not crash";
  case Effect::NoCrashOtherOutput:
    return "it does not crash, but prints something else before";
  case Effect::NoCrashShorter:
    return "it does not crash, but ends much earlier";
  case Effect::Partly:
    return "the first wrong line comes out right";
  default:
    return "more of the output comes out right";
  }
}

llvm::StringRef pinstripe::nameOf(ChangeForm form) {
  switch (form) {
  case ChangeForm::Single:
    return "single";
  case ChangeForm::Constant:
    return "constant";
  case ChangeForm::Inverted:
    return "inverted";
  case ChangeForm::Always:
    return "always";
  }
  llvm_unreachable("not a form");
}

llvm::StringRef pinstripe::nameOf(SliceKind kind) {
  switch (kind) {
  case SliceKind::Data:
    return "data";
  case SliceKind::DataAndAddress:
    return "data+address";
  case SliceKind::Full:
    return "full";
  case SliceKind::Executable:
    return "executable";
  case SliceKind::Relevant:
    return "relevant";
  }
  llvm_unreachable("not a kind");
}

llvm::StringRef pinstripe::nameOf(DifferenceReason reason) {
  switch (reason) {
  case DifferenceReason::ValueUnchanged:
    return "value unchanged";
  case DifferenceReason::Masked:
    return "masked";
  case DifferenceReason::NoCause:
    return "no cause";
  case DifferenceReason::ControlOnly:
    return "control only";
  case DifferenceReason::LeavesStale:
    return "stale memory";
  case DifferenceReason::PreventsCrash:
    return "prevents a crash";
  case DifferenceReason::ChangesOutput:
    return "changes the output";
  }
  llvm_unreachable("not a reason");
}

llvm::StringRef pinstripe::nameOf(UninitialisedUse::Kind kind) {
  using enum UninitialisedUse::Kind;
  switch (kind) {
  case Variable:
    return "variable";
  case Stack:
    return "stack";
  case Heap:
    return "heap";
  case FreedHeap:
    return "freed heap";
  case MissingReturn:
    return "missing return";
  }
  llvm_unreachable("all kinds are named");
}

llvm::StringRef pinstripe::optionOf(std::optional<BudgetLimit> limit) {
  if (!limit)
    return "";
  switch (*limit) {
  case BudgetLimit::Tests:
    return "--max-tests";
  case BudgetLimit::Time:
    return "--max-time";
  case BudgetLimit::Size:
    return "--stop-at";
  }
  llvm_unreachable("not a limit");
}

std::string pinstripe::kebab(llvm::StringRef name) {
  return llvm::join(llvm::split(name, ' '), "-");
}

std::string pinstripe::describe(const UnitTable &table,
                                const FlowTarget &target) {
  if (!target.entry)
    return "the end of the function";
  return "line " + std::to_string(table.unitOf(*target.entry).range.line);
}

std::string pinstripe::describe(const ReplacedValue &replaced) {
  return replaced.instead + " instead of " + replaced.recorded + " for " +
         replaced.operand + (replaced.isAfter ? " after it" : "");
}
