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
  /// The type of the variable; null if the name in the statement does not
  /// belong to a variable.
  std::shared_ptr<const ValueType> type;
  std::optional<std::string> before, after;
  /// Where the variable was in memory before and after the event, without its
  /// value. Set only if OperandQuestions::places is.
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
  /// The parts of memory to which pointers in library objects lead, before and
  /// after the event. Set only if OperandQuestions asks for it.
  MemoryImage memoryBefore = {}, memoryAfter = {};

  MemoryImage &memory(bool isAfter) {
    return isAfter ? memoryAfter : memoryBefore;
  }
  /// Returns the value of one variable of the statement as text; empty if the
  /// value is not known.
  std::string textOf(size_t operand, bool isAfter);
};

/// Says which further values are read, besides the values that statements read
/// from variables and leave in them.
struct OperandQuestions {
  /// True to read also the addresses of numbers and pointers.
  bool places = false;
  /// True to read also values that a statement overwrites without reading them.
  bool overwritten = false;
  /// True to read everything that the description of a statement needs: also
  /// variables that calls may change, and the contents of library objects.
  bool contents = false;
};

/// Reads which values the variables of events had in the recorded run. For that
/// it runs the program once more. For the contents of library objects such as
/// containers, it makes another run for each pointer on the way: pointers have
/// the same values in each run.
class OperandReader : RunnableCase {
public:
  OperandReader(const RunnableCase &runnable)
      : RunnableCase(runnable), compiler(recorded.table) {}

  /// Returns the variables of the statement that begins at this entry, in the
  /// order of the statement's text.
  const StatementVariables &operandsAt(EntryId entry) {
    return placeOf(entry).operands;
  }
  /// Returns the values of each event's variables, in the order of `events`.
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
  /// Says for which event and which variable a watch (a reading of memory
  /// during the run) reads a value or an address.
  struct Purpose {
    size_t event, operand;
    bool isAfter;
    bool isPlace;
    /// The part of memory that the watch reads if it is not for a variable
    /// itself.
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
  /// For each watch (a reading of memory during the run), its purpose.
  std::vector<Purpose> purposes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_OPERANDVALUES_H
