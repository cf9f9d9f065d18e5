// Holds the variables of a program at one moment, and compares two such states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state is what Zimmermann and Zeller, "Visualizing Memory Graphs" (2001),
// draw as a graph: variables, and what pointers lead to. Here each object has a
// name, by the way on which it is reached first. So pointers of two runs can be
// compared, although their addresses differ.

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_PROGRAMSTATE_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_PROGRAMSTATE_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Program/ValueType.h"
#include <map>

namespace pinstripe {

/// A scalar variable, a text, or a part of a larger variable, with its value.
struct StateVariable {
  enum class Kind : uint8_t {
    Number, ///< `bytes` has the bytes of the value at `place`.
    /// `bytes` has the characters at `place`, without the terminator. If
    /// `holder` is not 0, it is the address of the pointer that leads to them.
    Text,
    /// `holder` is the address of the pointer, and `target` what it leads to.
    Pointer,
  };
  /// Names the variable in all runs: the number of its frame, its function, and
  /// its expression.
  std::string key;
  std::string expression; ///< The name of the variable in the source.
  /// The function whose variable this is; nullopt if it is global.
  std::optional<FunctionId> function = {};
  Kind kind = Kind::Number;
  /// The type of a number, or of several numbers that are elements of an array.
  std::shared_ptr<const ValueType> type = nullptr;
  std::string bytes = {};
  uint64_t place = 0, holder = 0;
  /// The number of characters for which there is room at `place`.
  size_t room = 0;
  /// The address of the word with the length of the text; 0 if the text has a
  /// terminator only.
  uint64_t lengthPlace = 0;
  /// The key of the object to which the pointer leads, with the distance in
  /// bytes if it leads into the middle. Empty for a null pointer. nullopt if it
  /// is not known what the pointer leads to.
  std::optional<std::pair<std::string, uint64_t>> target = {};
  bool isNull = false; ///< True for a null pointer.

  /// Returns the value as text, as it could be written in the source.
  std::string write() const;
};

/// The variables of a program at the moment when an event begins.
struct ProgramState {
  std::vector<StateVariable> variables;
  /// The address of each object, by its key.
  std::map<std::string, uint64_t> objects;
  /// The address of memory that the program does not use at that moment: far
  /// below the frames on its stack. If a variable gets a longer text than it
  /// has room for, the text is stored there.
  uint64_t spare = 0;
};

/// A variable that has another value in the passing run than in the failing
/// run, and what to overwrite in the failing run to give it the value of the
/// passing run.
struct StateDifference {
  std::string key, expression;
  std::optional<FunctionId> function;
  std::string failing, passing; ///< The values as text.
  std::vector<OverwrittenRange> ranges;
};

/// Returns the differences of two states that can be set, in the order of the
/// variables. Variables that only one of the states has are left out. At most
/// `most` differences are returned.
std::vector<StateDifference> compareStates(const ProgramState &failing,
                                           const ProgramState &passing,
                                           size_t most = 1000);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_PROGRAMSTATE_H
