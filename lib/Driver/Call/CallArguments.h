// Holds the arguments of a call, and says what to overwrite to change them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Program/ValueType.h"

namespace pinstripe {

/// An argument of a call, or a part of one, that a search can change: a number,
/// or a sequence of elements in memory that can become shorter.
struct CallPart {
  enum class Kind : uint8_t {
    Number, ///< A number, a boolean or an enumerator of up to eight bytes.
    Text,   ///< A C string or a std::string.
    Array,  ///< An array with a length, or a std::vector.
  };
  /// Says how the program finds the end of a sequence, apart from `length`.
  enum class End : uint8_t {
    None,       ///< By a number among the arguments only.
    Terminator, ///< By a zero byte.
    /// A word at `endPlace` holds the number of elements; a zero byte follows
    /// them, as in a std::string.
    Count,
    /// A word at `endPlace` holds the address after the last element, as in a
    /// std::vector.
    Pointer,
  };

  Kind kind = Kind::Number;
  std::string name; ///< As an expression, such as `list->items`.
  /// The type of the number, or of an element of the array.
  std::shared_ptr<const ValueType> type;
  /// Where the number or the first element is: a run-time address, or a
  /// distance from rbp if `isInFrame` is true.
  bool isInFrame = false;
  uint64_t place = 0;
  std::string bytes; ///< The recorded value.
  uint32_t elementSize = 1;
  End end = End::None;
  uint64_t endPlace = 0;
  /// The number that says how long the sequence is, as an index of a part.
  std::optional<size_t> length = {};
  /// True if this is the length of a sequence, and is changed with it only.
  bool isLength = false;
  /// True if the part could not be read, or has to stay for another reason.
  bool isFixed = false;

  bool isSequence() const { return kind != Kind::Number; }
};

/// How an argument is written: as a part, as a text that never changes, or as a
/// structure of members.
struct CallArgument {
  std::string name;
  std::string expression = {}; ///< Such as `list->items`.
  std::optional<size_t> part = {};
  std::string fixed = {}; ///< The text if there is neither a part nor members.
  std::vector<CallArgument> members = {};
  bool isPointer = false; ///< True for a pointer to the part or structure.
};

/// The values of all parts of a call, as bytes, in the order of the parts.
using CallValues = std::vector<std::string>;

/// The arguments of one call of a function.
struct CallArguments {
  std::string function;
  std::vector<CallPart> parts;
  std::vector<CallArgument> arguments;

  CallValues recorded() const;
  /// Sets the lengths of all sequences in `values`.
  void fitLengths(CallValues &values) const;
  /// Returns false if a sequence is longer than in the recorded call. There is
  /// no room for it then.
  bool hasRoomFor(const CallValues &values) const;
  /// Returns what a run must overwrite to make the call with `values`.
  std::vector<OverwrittenRange> overwritten(const CallValues &values) const;

  /// Returns the number of elements of a sequence: characters of a UTF-8 text,
  /// or elements of an array.
  size_t elementsOf(size_t part, const CallValues &values) const;
  /// Returns where the elements of a sequence begin in its bytes, and where the
  /// last one ends.
  std::vector<size_t> boundsOf(size_t part, const CallValues &values) const;

  /// Returns the value of a part as one would write it in the source. At most
  /// `most` characters of a text, or elements of an array, are written.
  std::string write(size_t part, const CallValues &values, size_t most) const;
  /// Returns the call as one would write it: `find("abc", 3)`.
  std::string write(const CallValues &values, size_t most) const;

private:
  std::string write(const CallArgument &argument, const CallValues &values,
                    size_t most) const;
};

/// Returns the number that the bytes of a value hold.
int64_t signedNumber(const ValueType &type, llvm::StringRef bytes);
/// Returns the bytes of an integer of `size` bytes.
std::string bytesOfNumber(int64_t number, size_t size);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H
