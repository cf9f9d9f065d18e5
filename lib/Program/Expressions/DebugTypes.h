// Reads types from DWARF, the debug information, to format values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include <optional>

namespace pinstripe {

/// A type as the debug information describes it, without typedefs and
/// qualifiers. `die` is its entry in DWARF. An array type has one entry for all
/// its dimensions, so `int[2][3]` and the type of its elements, `int[3]`, have
/// the same entry. `dimension` tells them apart: it is 0 for `int[2][3]` and 1
/// for `int[3]`.
struct DebugType {
  /// The entry of the type in DWARF; an invalid entry means void.
  llvm::DWARFDie die;
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
  bool isInteger() const; ///< True for integer types and enumerations.
  bool isSigned() const;
  /// True for the type `char`, whose values are shown as characters. Values of
  /// `signed char` and `unsigned char` are shown as numbers.
  bool isCharacter() const;
  /// True for std::string of libstdc++, even if the debug information declares
  /// the class without its members.
  bool isString() const;
  /// True for std::string of libc++.
  bool isShortString() const;
  /// Returns the type to which a pointer or reference points, or the type of an
  /// array's elements.
  DebugType target() const;
  /// The number of elements, for an array type.
  std::optional<uint64_t> count() const;
  std::optional<uint64_t> size() const;
  std::string name() const;

private:
  /// Returns the size of a value of this type, which must not be an array.
  std::optional<uint64_t> sizeOfOne() const;
};

/// Returns the type of a variable or member, or the type to which a pointer
/// type points. Typedefs and qualifiers are left out.
DebugType typeOf(llvm::DWARFDie die);

/// A member that an expression can access by its name in a structure. The
/// member may also belong to a base class, or to an anonymous member, of the
/// structure.
struct DebugMember {
  DebugType type;
  uint64_t offset = 0;
  bool isBitField = false;
};
std::optional<DebugMember> findMember(const DebugType &structure,
                                      llvm::StringRef name);
/// Calls `callback` for each member that an expression can name in `structure`.
/// Members of base classes and of anonymous members are among them.
void forEachMember(
    const DebugType &structure,
    llvm::function_ref<void(llvm::StringRef, const DebugMember &)> callback);

/// A function that looks for the definition of a type that is only declared.
/// The function returns the definition, or the declared type itself if there is
/// no definition.
using CompleteType = llvm::function_ref<DebugType(const DebugType &)>;

/// Returns a description of how values of this type are formatted; never null.
std::shared_ptr<const ValueType> describeType(const DebugType &type,
                                              CompleteType complete);

/// Returns the ranges of bytes that carry no information in values of this
/// type, such as padding.
std::vector<ByteRange> paddingOf(const ValueType &type);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGTYPES_H
