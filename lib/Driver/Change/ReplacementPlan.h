// Lists the values of variables to replace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H

#include "Change/ChangePlan.h"
#include "Values/OperandValues.h"

namespace pinstripe {

/// Makes one instance of a statement read another value from one of its
/// variables, or write another value to it (value replacement: Jeffrey, Gupta
/// and Gupta, "Fault Localization Using Value Replacement", ISSTA 2008). Values
/// that other instances of the statement had come first, then values of
/// variables with the same name elsewhere, and for numbers then the neighbours
/// of the recorded value, 0, 1 and -1. Conditions are left to SwitchPlan.
class ReplacementPlan final : public ChangePlan {
public:
  /// Takes the events of `candidates`, those of `first` first. Runs the program
  /// to learn the values.
  ReplacementPlan(const RunnableCase &runnable, const EventSet &candidates,
                  const EventSet *first);

  std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const override;

private:
  /// A variable of one event, and other values for it.
  struct Replaceable {
    size_t operand = 0;
    bool isAfter = false;
    std::shared_ptr<const ValueType> type;
    MemoryValue place; ///< The place in memory and the recorded value.
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

/// Returns at most maxOtherValues values that can replace a value of that type,
/// best first: those `seen` in other places, then usual ones.
std::vector<uint64_t> otherValues(const ValueType &type, uint64_t recorded,
                                  llvm::ArrayRef<uint64_t> seen);
constexpr size_t maxOtherValues = 12;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
