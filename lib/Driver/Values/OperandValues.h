// Reads what the variables of statements held in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
#define PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Program/StatementVariables.h"
#include <map>
#include <optional>

namespace pinstripe {

/// The content of one variable of a statement in one of its instances.
struct OperandValue {
  /// The variable's type; null if the name is not that of a variable.
  std::shared_ptr<const ValueType> type;
  std::optional<std::string> before, after;
  /// Where the variable was before and after the event, if OperandQuestions
  /// asked for places. The field `value` of these is not set.
  std::optional<MemoryValue> placeBefore, placeAfter;
};

/// The variables of one event, in the order of the statement's text.
struct EventOperands {
  EventIndex event{};
  std::vector<OperandValue> values;
};

/// Asks for more than the values that a statement reads and writes.
struct OperandQuestions {
  bool places = false;      ///< Ask where numbers and pointers are in memory.
  bool overwritten = false; ///< Ask for values before they are overwritten.
};

/// Reads what the variables of events held in the recorded run. For that the
/// run is executed again.
class OperandReader : RunnableCase {
public:
  OperandReader(const RunnableCase &runnable)
      : RunnableCase(runnable), compiler(recorded.table) {}

  /// Returns the variables of the entry's statement, in the order of its text.
  const StatementVariables &operandsAt(EntryId entry) {
    return placeOf(entry).operands;
  }
  /// Returns the variables of each event, in the order of `events`; empty if
  /// the run can't be executed.
  std::vector<EventOperands> read(llvm::ArrayRef<EventIndex> events,
                                  OperandQuestions questions);

private:
  /// The variables of a statement, as seen from one of its entries.
  struct Place {
    StatementVariables operands;
    std::vector<std::optional<CompiledExpression>> compiled;
  };
  /// The event and the variable for which a watch reads a value or a place.
  struct Purpose {
    size_t event, operand;
    bool isAfter;
    bool isPlace;
  };

  const Place &placeOf(EntryId entry);
  std::optional<CompiledExpression> compile(const StatementVariable &operand,
                                            EntryId entry);
  void askFor(size_t number, OperandQuestions questions);
  void askForPlace(const Purpose &purpose, const CompiledExpression &compiled,
                   EntryId entry);
  void ask(const Purpose &purpose, LocationProgram location, EntryId entry);
  void take(const Purpose &purpose, std::optional<std::string> bytes);
  bool execute();

  ExpressionCompiler compiler;
  std::map<EntryId, Place> places;
  std::vector<EventOperands> found;
  std::vector<Watch> watches;
  std::vector<Purpose> purposes; ///< The purpose of each watch.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
