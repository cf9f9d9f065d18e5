// Lists the values that `pinstripe replace` tries in place of recorded values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H

#include "Change/ChangePlan.h"
#include "Values/OperandValues.h"

namespace pinstripe {

/// Plans tests in which a variable gets another value before or after one
/// instance (execution) of a statement. The method is the value replacement of
/// Jeffrey, Gupta and Gupta, "Fault Localization Using Value Replacement"
/// (ISSTA 2008).
///
/// Values from other instances of the statement are tried first, then values
/// that variables of the same name had elsewhere. For a number, the neighbours
/// of the recorded value, 0, 1 and -1 follow. Conditions are not changed, since
/// SwitchPlan plans tests for them.
class ReplacementPlan final : public ChangePlan {
public:
  /// Plans tests for the events (executions of statements) in `candidates`,
  /// first for those that are also in `first`. Runs the program once more to
  /// learn the values that the variables of these events had.
  ReplacementPlan(const RunnableCase &runnable, const EventSet &candidates,
                  const EventSet *first);

  std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const override;

private:
  /// A variable that one event uses or sets, and the values to try instead of
  /// the recorded one. An event is one execution of a statement.
  struct Replaceable {
    size_t operand = 0;
    bool isAfter = false;
    std::shared_ptr<const ValueType> type;
    /// The place of the variable in memory, and its recorded value.
    MemoryValue place;
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

/// Returns values to try in place of `recorded`, a value that a variable of the
/// type `type` had. The most promising values come first, and there are at most
/// maxOtherValues. Values in `seen`, which occurred elsewhere in the run, come
/// before common ones such as 0 and 1.
std::vector<uint64_t> otherValues(const ValueType &type, uint64_t recorded,
                                  llvm::ArrayRef<uint64_t> seen);
constexpr size_t maxOtherValues = 12;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_REPLACEMENTPLAN_H
