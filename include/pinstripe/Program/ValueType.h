// Formats the bytes of a value according to its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_VALUETYPE_H
#define PINSTRIPE_PROGRAM_VALUETYPE_H

#include "pinstripe/Program/MemoryImage.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

struct ContentLayout;

/// A type of the program, with what is needed to format its values.
struct ValueType {
  enum class Kind : uint8_t {
    // The kinds of numbers come first, up to Enumeration, so that isNumber()
    // can compare kinds.
    Boolean,
    Character,
    Signed,
    Unsigned,
    Float,
    Enumeration,
    Pointer,
    /// A string: its value is its characters, whose number may vary.
    Text,
    Structure,
    Array,
    /// Any other type; its values are written as bytes.
    Opaque,
  };
  struct Member {
    /// Name of the member; empty for a base class or an anonymous member.
    std::string name;
    uint32_t offset = 0;
    std::shared_ptr<const ValueType> type;
  };
  struct Enumerator {
    std::string name;
    int64_t value = 0;
  };

  Kind kind = Kind::Opaque;
  std::string name; ///< Name of the type in the source; empty if it has none.
  uint32_t size = 0;
  /// For an enumeration: its named values.
  std::vector<Enumerator> enumerators;
  /// For a structure: its members, sorted by offset.
  std::vector<Member> members;
  /// For an array: the type of its elements.
  std::shared_ptr<const ValueType> element;
  /// For an array: the number of its elements.
  uint32_t count = 0;
  /// True if the structure has parts that are not in `members`: bit-fields, or
  /// the pointer to a virtual table.
  bool hasHiddenMembers = false;
  /// For a library class, the description of where its objects keep their
  /// content, such as the elements of a vector. The content is shown in place
  /// of the members. Null for other types.
  std::shared_ptr<const ContentLayout> content;
  /// True for a class of the C++ library if Pinstripe does not know where the
  /// class keeps its content. The members of such a class would tell a user
  /// nothing, so they are not shown.
  bool isOpaqueClass = false;

  /// Returns true if values of this type can be used in computations: numbers,
  /// characters, booleans and enumerators.
  bool isNumber() const { return kind <= Kind::Enumeration; }
};

/// Limits how much of a value is written.
struct ValueLimits {
  /// The largest number of members of a structure or array that are shown.
  size_t members = 8;
  size_t depth = 3;
  size_t characters = 60; ///< How many characters of each string are shown.
};

/// Formats a value: `15`, `'a'`, `"text"`, `{x = 1, y = 2}`, `{"a": 1}` for a
/// map, `Shape{...}` for a class of which no member can be shown. Returns an
/// empty text if `bytes` are too few for the type. Reads the content of library
/// objects from `image`. If `image` lacks a part of the content, the text has
/// an ellipsis there, and `image` notes which part is missing. If the content
/// of a library object is impossible, the object is written as `<invalid>`. For
/// example, the object may not be constructed yet.
std::string formatValue(const ValueType &type, llvm::StringRef bytes,
                        const ValueLimits &limits, MemoryImage &image);
/// Formats a value without reading any memory beyond `bytes`.
std::string formatValue(const ValueType &type, llvm::StringRef bytes,
                        const ValueLimits &limits = {});

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_VALUETYPE_H
