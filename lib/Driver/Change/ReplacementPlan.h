// Lists the values that `pinstripe replace` tries in place of recorded values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H

#include "Change/ChangePlan.h"
#include "Values/OperandValues.h"

namespace pinstripe {

/// A test makes one instance of a statement find another value in one of its
/// variables, or leave another value there (value replacement: Jeffrey, Gupta
/// and Gupta, "Fault Localization Using Value Replacement", ISSTA 2008). Values
/// from other instances of the statement are tried first, then values that
/// variables of the same name had elsewhere; for numbers then the neighbours of
/// the recorded value, 0, 1 and -1. Conditions are left to SwitchPlan.
class ReplacementPlan final : public ChangePlan {
public:
  /// Plans tests for the events in `candidates`. Events that are also in
  /// `first` come first. Runs the program once more to learn which values the
  /// variables had.
  ReplacementPlan(const RunnableCase &runnable, const EventSet &candidates,
                  const EventSet *first);

  std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const override;

private:
  /// A variable in one event, and the values to try in its place.
  struct Replaceable {
    size_t operand = 0;
    bool isAfter = false;
    std::shared_ptr<const ValueType> type;
    MemoryValue place; ///< where the variable is in memory, and its value
    std::vector<uint64_t> others;
  };

  void selectEvents(const EventSet &candidates);
  void readValues();
  void addOperands(const EventOperands &event);
  void findOthers();
  void addForms(size_t unit, std::vector<ChangeTest> &out) const override {}
  void addSingles(size_t unit, size_t event,
                  std::vector<ChangeTest> &out) const override;

  OperandReader reader;
  std::map<EntryId, StatementVariables> operands;
  std::map<EventIndex, std::vector<Replaceable>> replaceable;
};

/// Returns values to try in place of the value `recorded` of a variable of this
/// type: at most maxOtherValues, the most promising ones first. Values in
/// `seen`, which the run has had elsewhere, come before common ones such as 0
/// and 1.
std::vector<uint64_t> otherValues(const ValueType &type, uint64_t recorded,
                                  llvm::ArrayRef<uint64_t> seen);
constexpr size_t maxOtherValues = 12;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
