//===- ReplacementPlan.h - Other values for statements ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_REPLACEMENTPLAN_H
#define PINSTRIPE_LIB_DRIVER_REPLACEMENTPLAN_H

#include "ChangePlan.h"
#include "OperandValues.h"

namespace pinstripe {

/// Has one instance of a statement find another value in one of its operands,
/// or leave another one (value replacement: Jeffrey, Gupta and Gupta, Fault
/// Localization Using Value Replacement, ISSTA 2008). Values that other
/// instances of the statement had come first, then those of variables with the
/// same name elsewhere; for numbers, then, those next to
/// the recorded one, 0, 1 and -1. Conditions are left to SwitchPlan.
class ReplacementPlan final : public ChangePlan {
public:
  /// Of the events in `candidates`, those in `first` first. Makes runs to learn
  /// the values.
  ReplacementPlan(RecordedCase &recorded, const EventSet &candidates,
                  const EventSet *first);

  std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const override;

private:
  /// An operand of one event, and other values for it.
  struct Replaceable {
    size_t operand = 0;
    bool isAfter = false;
    std::shared_ptr<const ValueType> type;
    MemoryValue place; ///< with the recorded value
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
  std::map<EntryId, StatementOperands> operands;
  std::map<EventIndex, std::vector<Replaceable>> replaceable;
};

/// Others for a value of that type, at most mostOtherValues, best first: those
/// that were `seen` elsewhere, then what is usual.
std::vector<uint64_t> otherValues(const ValueType &type, uint64_t recorded,
                                  llvm::ArrayRef<uint64_t> seen);
constexpr size_t mostOtherValues = 12;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REPLACEMENTPLAN_H
