//===- DebugTypes.h - Types as DWARF has them -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DEBUGTYPES_H
#define PINSTRIPE_LIB_PROGRAM_DEBUGTYPES_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include <optional>

namespace pinstripe {

/// A type without its names and qualifiers. Of an array of several dimensions,
/// the first `dimension` ones are taken away.
struct DebugType {
  llvm::DWARFDie die; ///< invalid: void
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
  bool isInteger() const; ///< enumerations too
  bool isSigned() const;
  bool isCharacter() const; ///< plain `char`
  /// std::string, be it only declared.
  bool isString() const;
  /// Of what a pointer or reference leads to, or of an element.
  DebugType target() const;
  std::optional<uint64_t> count() const; ///< elements of an array
  std::optional<uint64_t> size() const;
  std::string name() const;

private:
  std::optional<uint64_t> sizeOfOne() const; ///< of what is no array
};

/// The type of a variable, member or the like, or what another type stands
/// for.
DebugType typeOf(llvm::DWARFDie die);

/// A member of a structure, or of its bases and anonymous members.
struct DebugMember {
  DebugType type;
  uint64_t offset = 0;
  bool isBitField = false;
};
std::optional<DebugMember> findMember(const DebugType &structure,
                                      llvm::StringRef name);
/// Calls for each name that `findMember` knows.
void forEachMemberName(const DebugType &structure,
                       llvm::function_ref<void(llvm::StringRef)> callback);

/// How values are written. Never null.
std::shared_ptr<const ValueType> describeType(const DebugType &type);

/// The bytes of a value that mean nothing.
std::vector<ByteRange> paddingOf(const ValueType &type);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DEBUGTYPES_H
