// Formats the bytes of a value according to its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_VALUETYPE_H
#define PINSTRIPE_PROGRAM_VALUETYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

/// A type, as far as it decides how values are written.
struct ValueType {
  enum class Kind : uint8_t {
    Boolean, // Numbers come first.
    Character,
    Signed,
    Unsigned,
    Float,
    Enumeration,
    Pointer,
    Text, ///< The text of a string, of any size.
    Structure,
    Array,
    Opaque, ///< Any other type: written as bytes.
  };
  struct Member {
    std::string name; ///< Member name; empty for a base or anonymous one.
    uint32_t offset = 0;
    std::shared_ptr<const ValueType> type;
  };
  struct Enumerator {
    std::string name;
    int64_t value = 0;
  };

  Kind kind = Kind::Opaque;
  std::string name; ///< Name in the source; empty if the type has none.
  uint32_t size = 0;
  std::vector<Enumerator> enumerators; ///< Values of an Enumeration.
  std::vector<Member> members;         ///< Members of a Structure, by offset.
  std::shared_ptr<const ValueType> element; ///< Element type of an Array.
  uint32_t count = 0;                       ///< Number of elements of an Array.
  /// A Structure has more than `members`: bit-fields, a virtual table.
  bool hasHiddenMembers = false;

  /// Returns true if arithmetic is possible, also for characters, booleans and
  /// enumerators.
  bool isNumber() const { return kind <= Kind::Enumeration; }
};

/// How much of a value is written.
struct ValueLimits {
  size_t members = 8; ///< Members shown of each structure and array.
  size_t depth = 3;
  size_t characters = 60; ///< Characters shown of each string.
};

/// Formats a value: `15`, `'a'`, `"text"`, `{x = 1, y = 2}`. Returns an empty
/// text if there are too few bytes.
std::string formatValue(const ValueType &type, llvm::StringRef bytes,
                        const ValueLimits &limits = {});

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_VALUETYPE_H
