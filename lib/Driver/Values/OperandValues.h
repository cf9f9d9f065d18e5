// Reads the values that variables had in the recorded run, so that reports can
// show them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
#define PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Program/MemoryImage.h"
#include "pinstripe/Program/StatementVariables.h"
#include <map>
#include <optional>

namespace pinstripe {

/// The values that one variable of a statement had in one instance (execution)
/// of the statement.
struct OperandValue {
  /// The type of the variable; null if the variable can't be read, or if the
  /// name in the statement is not the name of a variable.
  std::shared_ptr<const ValueType> type;
  std::optional<std::string> before, after;
  /// The address and size of the variable before and after the event (the
  /// execution of the statement); MemoryValue::value is not set. Known only if
  /// OperandQuestions::places is true.
  std::optional<MemoryValue> placeBefore, placeAfter;

  const std::optional<std::string> &bytes(bool isAfter) const {
    return isAfter ? after : before;
  }
};

/// The values of all variables of one event's statement, in the order of the
/// statement's text.
struct EventOperands {
  EventIndex event{};
  std::vector<OperandValue> values;
  /// The parts of memory to which pointers in library objects lead, as they
  /// were before and after the event. Read only if OperandQuestions::contents
  /// is true.
  MemoryImage memoryBefore = {}, memoryAfter = {};

  MemoryImage &memory(bool isAfter) {
    return isAfter ? memoryAfter : memoryBefore;
  }
  /// Returns the value of the variable number `operand` as text: its value
  /// after the event if `isAfter` is true, otherwise before the event. Returns
  /// an empty text if the value is not known.
  std::string textOf(size_t operand, bool isAfter);
};

/// Says which values of variables are read. Two kinds of values are always
/// read: those that a statement uses, and those that its variables have after
/// the statement. Each flag that is true adds further values.
struct OperandQuestions {
  /// If true, the address of each variable of at most 8 bytes is read, too.
  bool places = false;
  /// If true, the former value of a variable is read even if the statement
  /// overwrites it without reading it.
  bool overwritten = false;
  /// If true, all values are read that the description of a statement needs,
  /// including those of variables that calls may change and the contents of
  /// library objects.
  bool contents = false;
};

/// Reads which values the variables of events had in the recorded run, by
/// running the program once more. To read the contents of containers and other
/// library objects, follows their pointers. Each step from pointer to pointer
/// takes another run. This works because pointers have the same values in each
/// run.
class OperandReader : RunnableCase {
public:
  OperandReader(const RunnableCase &runnable)
      : RunnableCase(runnable), compiler(recorded.table) {}

  /// Returns the variables of the statement whose code control enters at
  /// `entry`, in the order of the statement's text.
  const StatementVariables &operandsAt(EntryId entry) {
    return placeOf(entry).operands;
  }
  /// Returns the values of each event's variables, in the order of `events`.
  /// Returns nothing if the program can't be run once more.
  std::vector<EventOperands> read(llvm::ArrayRef<EventIndex> events,
                                  OperandQuestions questions);

private:
  /// The variables of a statement, and the code that finds each variable in
  /// memory. The code is valid only at the moment when control enters the
  /// statement at one of its entries (addresses at which the statement can
  /// begin).
  struct Place {
    StatementVariables operands;
    std::vector<std::optional<CompiledExpression>> compiled;
  };
  /// Says to which event and variable a watch belongs, and what it is for. A
  /// watch reads a value from memory during the run, or finds the address of a
  /// value.
  struct Purpose {
    size_t event, operand;
    bool isAfter;
    bool isPlace;
    /// The part of a library object's content that the watch reads; nullopt if
    /// the watch reads a variable itself.
    std::optional<MemoryImage::Part> part = {};
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
  void readContents();
  bool askForContents();
  bool isWrittenBy(const StatementVariable &operand, EventIndex event) const;

  ExpressionCompiler compiler;
  std::map<EntryId, Place> places;
  std::vector<EventOperands> found;
  std::vector<Watch> watches;
  /// For each element of `watches`, to which event and variable it belongs.
  std::vector<Purpose> purposes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
