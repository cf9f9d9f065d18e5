//===- OperandValues.h - What the operands of events held -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_OPERANDVALUES_H
#define PINSTRIPE_LIB_DRIVER_OPERANDVALUES_H

#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Program/Operands.h"
#include <map>
#include <optional>

namespace pinstripe {

/// What an operand of a statement held in one of its instances.
struct OperandValue {
  std::shared_ptr<const ValueType> type; ///< null: it is no variable
  std::optional<std::string> before, after;
  /// Where it lay before and after, where that was asked for: MemoryValue
  /// without a value.
  std::optional<MemoryValue> placeBefore, placeAfter;
};

/// Of one event, by operand of its statement.
struct EventOperands {
  EventIndex event{};
  std::vector<OperandValue> values;
};

/// What is asked of operands besides what is read of them and written to them.
struct OperandQuestions {
  bool places = false;      ///< where numbers and pointers lie
  bool overwritten = false; ///< what was there before it was written
};

/// Reads what operands of events held in the recorded run, of which it makes
/// another one for that.
class OperandReader {
public:
  explicit OperandReader(RecordedCase &recorded)
      : recorded(recorded), compiler(recorded.table) {}

  /// The operands of the statement, by place in the text.
  const StatementOperands &operandsAt(EntryId entry) {
    return placeOf(entry).operands;
  }
  /// In the order of `events`; nothing: the run can't be made.
  std::vector<EventOperands> read(llvm::ArrayRef<EventIndex> events,
                                  OperandQuestions questions);

private:
  /// The operands of a statement, where one of its entries is.
  struct Place {
    StatementOperands operands;
    std::vector<std::optional<CompiledExpression>> compiled;
  };
  /// What one of the watches is for.
  struct Purpose {
    size_t event, operand;
    bool isAfter;
    bool isPlace;
  };

  const Place &placeOf(EntryId entry);
  std::optional<CompiledExpression> compile(const Operand &operand,
                                            EntryId entry);
  void askFor(size_t number, OperandQuestions questions);
  void askForPlace(const Purpose &purpose, const CompiledExpression &compiled,
                   EntryId entry);
  void ask(const Purpose &purpose, LocationProgram location, EntryId entry);
  void take(const Purpose &purpose, std::optional<std::string> bytes);
  bool execute();

  RecordedCase &recorded;
  ExpressionCompiler compiler;
  std::map<EntryId, Place> places;
  std::vector<EventOperands> found;
  std::vector<Watch> watches;
  std::vector<Purpose> purposes; ///< of the watches
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OPERANDVALUES_H
