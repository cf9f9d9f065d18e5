// Reads types from DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include <optional>

namespace pinstripe {

/// A type in the debug information, without typedefs and qualifiers. For an
/// array type, the first `dimension` dimensions are removed.
struct DebugType {
  llvm::DWARFDie die; ///< An invalid entry stands for the type void.
  unsigned dimension = 0;

  llvm::dwarf::Tag tag() const {
    return die ? die.getTag() : llvm::dwarf::DW_TAG_null;
  }
  bool isPointer() const { return tag() == llvm::dwarf::DW_TAG_pointer_type; }
  bool isReference() const {
    return tag() == llvm::dwarf::DW_TAG_reference_type ||
           tag() == llvm::dwarf::DW_TAG_rvalue_reference_type;
  }
  bool isArray() const { return tag() == llvm::dwarf::DW_TAG_array_type; }
  bool isStructure() const;
  bool isInteger() const; ///< True for integers and enumerations.
  bool isSigned() const;
  bool isCharacter() const; ///< True for plain `char` only.
  /// True for std::string, also if it is only declared.
  bool isString() const;
  /// Returns the type to which a pointer or reference leads, or that of an
  /// array's elements.
  DebugType target() const;
  std::optional<uint64_t> count() const; ///< Number of elements of an array.
  std::optional<uint64_t> size() const;
  std::string name() const;

private:
  /// Returns the size of a type that is not an array.
  std::optional<uint64_t> sizeOfOne() const;
};

/// Returns the type of a variable or member, or the type on which another type
/// is based.
DebugType typeOf(llvm::DWARFDie die);

/// A member of a structure, of one of its bases or of an anonymous member.
struct DebugMember {
  DebugType type;
  uint64_t offset = 0;
  bool isBitField = false;
};
std::optional<DebugMember> findMember(const DebugType &structure,
                                      llvm::StringRef name);
/// Visits each member name that `findMember` can find.
void forEachMemberName(const DebugType &structure,
                       llvm::function_ref<void(llvm::StringRef)> callback);

/// Describes how values of the type are written; never null.
std::shared_ptr<const ValueType> describeType(const DebugType &type);

/// Returns the bytes of a value that mean nothing, such as padding.
std::vector<ByteRange> paddingOf(const ValueType &type);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H
