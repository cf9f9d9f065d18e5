// Reads which values the variables of statements had in the recorded run.
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

/// The values that one variable of a statement had in one instance of the
/// statement.
struct OperandValue {
  /// The type of the variable; null if the name in the text is not that of a
  /// variable.
  std::shared_ptr<const ValueType> type;
  std::optional<std::string> before, after;
  /// If OperandQuestions::places is set: where the variable was in memory
  /// before and after the event. The field `value` of these is not set.
  std::optional<MemoryValue> placeBefore, placeAfter;

  const std::optional<std::string> &bytes(bool isAfter) const {
    return isAfter ? after : before;
  }
};

/// The values of all variables of one event, in the order of the statement's
/// text.
struct EventOperands {
  EventIndex event{};
  std::vector<OperandValue> values;
  /// The memory to which pointers in library objects lead, before and after the
  /// event, if OperandQuestions asked for it.
  MemoryImage memoryBefore = {}, memoryAfter = {};

  MemoryImage &memory(bool isAfter) {
    return isAfter ? memoryAfter : memoryBefore;
  }
  /// Returns a value of one operand as text; empty if it is not known.
  std::string textOf(size_t operand, bool isAfter);
};

/// Asks for further values, besides those that statements read and leave in
/// variables.
struct OperandQuestions {
  /// True to ask for the addresses of numbers and pointers, too.
  bool places = false;
  /// True to ask for values that are overwritten without being read, too.
  bool overwritten = false;
  /// True to ask for all that a description needs: also for variables that
  /// calls may change, and for what is in library objects.
  bool contents = false;
};

/// Reads which values the variables of events had in the recorded run. For that
/// the program is run once more, and for library objects again for each step on
/// the way to their content: pointers lead to the same addresses in each run.
class OperandReader : RunnableCase {
public:
  OperandReader(const RunnableCase &runnable)
      : RunnableCase(runnable), compiler(recorded.table) {}

  /// Returns the variables of the statement that begins at this entry, in the
  /// order of its text.
  const StatementVariables &operandsAt(EntryId entry) {
    return placeOf(entry).operands;
  }
  /// Returns what the variables of each event held, in the order of `events`.
  /// Returns nothing if the program can't be run once more.
  std::vector<EventOperands> read(llvm::ArrayRef<EventIndex> events,
                                  OperandQuestions questions);

private:
  /// The variables of a statement, with their locations as seen from one of its
  /// entries.
  struct Place {
    StatementVariables operands;
    std::vector<std::optional<CompiledExpression>> compiled;
  };
  /// Says for which event and which variable a watch reads a value or a place.
  struct Purpose {
    size_t event, operand;
    bool isAfter;
    bool isPlace;
    /// The part of the memory that is read in place of an operand.
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
  /// For each watch, the event and the variable that it is for.
  std::vector<Purpose> purposes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
