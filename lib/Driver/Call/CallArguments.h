// Holds the arguments of a call, and says what to overwrite to change them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H

#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Program/ValueType.h"
#include <map>

namespace pinstripe {

/// An argument of a call, or a part of an argument, that a search can change.
/// It is a number, or a sequence of elements in memory that can become shorter.
struct CallPart {
  enum class Kind : uint8_t {
    Number, ///< A number, a boolean or an enumerator of up to eight bytes.
    Text,   ///< A C string, a std::string or a std::string_view.
    Array,  ///< An array with a length, or a std::vector.
  };
  /// Says how the program finds the end of a sequence. A sequence can also have
  /// a `length` among the arguments.
  enum class End : uint8_t {
    /// The program learns the end only from a number among the arguments, or
    /// does not learn it at all.
    None,
    Terminator, ///< By a zero byte.
    /// A word at `endPlace` holds the number of elements, and a zero byte comes
    /// after the last element, as in a std::string.
    Count,
    /// A word at the address `endPlace` holds the address after the last
    /// element, as in a std::vector.
    Pointer,
    /// A word at `endPlace` holds the number of elements, and nothing follows
    /// them, as in a std::string_view.
    View,
  };

  Kind kind = Kind::Number;
  /// The expression for the part in the source, such as `list->items`.
  std::string name;
  /// The type of the number, or of the elements of the array.
  std::shared_ptr<const ValueType> type;
  /// The address of the number or of the first element. It is a run-time
  /// address, or a distance from rbp if `isInFrame` is true.
  bool isInFrame = false;
  uint64_t place = 0;
  std::string bytes; ///< The value in the recorded call, as bytes.
  /// The texts to which the pointers in an array lead, by address. They are
  /// shown in place of the addresses.
  std::map<uint64_t, std::string> texts;
  uint32_t elementSize = 1;
  End end = End::None;
  uint64_t endPlace = 0;
  /// The index of the part that holds the number of elements of this sequence;
  /// nullopt if there is no such part.
  std::optional<size_t> length = {};
  /// True if this part is the number of elements of another part. Then it is
  /// changed only together with the other part.
  bool isLength = false;
  /// True if the part must not change, for example because it could not be
  /// read.
  bool isFixed = false;

  bool isSequence() const { return kind != Kind::Number; }
};

/// Says how to print an argument: it is a part that can change, a text that
/// never changes, or a structure with members.
struct CallArgument {
  std::string name;
  /// The expression for the argument in the source, such as `list->items`.
  std::string expression = {};
  std::optional<size_t> part = {};
  /// The text to print if the argument is not a part and has no members.
  std::string fixed = {};
  std::vector<CallArgument> members = {};
  /// True if the argument is a pointer. `part` or `members` then describe what
  /// the argument points to.
  bool isPointer = false;
  bool isArray = false; ///< True if the members are the elements of an array.
};

/// If an array holds pointers to texts, at most this many bytes of each text
/// are read.
constexpr uint32_t maxPointedText = 256;

/// The values that a call gives to the parts of its arguments that can change
/// (see CallPart). Each value is a string of bytes. The order is that of
/// CallArguments::parts.
using CallValues = std::vector<std::string>;

/// The arguments of one call of a function.
struct CallArguments {
  std::string function;
  std::vector<CallPart> parts;
  std::vector<CallArgument> arguments;

  CallValues recorded() const;
  /// Sets the numbers in `values` that are lengths of sequences to the lengths
  /// that these sequences have in `values`.
  void fitLengths(CallValues &values) const;
  /// Returns false if a sequence in `values` is longer than in the recorded
  /// call, since the program has no room in memory for such a sequence.
  bool hasRoomFor(const CallValues &values) const;
  /// Returns the ranges of memory that a run must overwrite to make the call
  /// with `values`.
  std::vector<OverwrittenRange> overwritten(const CallValues &values) const;

  /// `length` is the index in `parts` of a number that is the length of a
  /// sequence (a text or an array). Returns the index of this sequence.
  size_t sequenceOf(size_t length) const;
  /// Returns the number of elements of a sequence: the characters of a UTF-8
  /// text, or the elements of an array.
  size_t elementsOf(size_t part, const CallValues &values) const;
  /// Returns where the elements of a sequence begin in its bytes, and where the
  /// last element ends.
  std::vector<size_t> boundsOf(size_t part, const CallValues &values) const;

  /// Returns the value of a part of the arguments as text that could stand in
  /// the source. Shows at most `most` characters of a text, or `most` elements
  /// of an array.
  std::string write(size_t part, const CallValues &values, size_t most) const;
  /// Returns the call as text, as in the source: `find("abc", 3)`.
  std::string write(const CallValues &values, size_t most) const;

private:
  std::string write(const CallArgument &argument, const CallValues &values,
                    size_t most) const;
};

/// Returns the number whose bytes are given.
int64_t signedNumber(const ValueType &type, llvm::StringRef bytes);
/// Returns the bytes of an integer of `size` bytes.
std::string bytesOfNumber(int64_t number, size_t size);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLARGUMENTS_H
