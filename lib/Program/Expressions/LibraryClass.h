// Finds members and template arguments of C++ library classes in DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They tell where an object of the class keeps its content. libstdc++ and
// libc++ give the same member different names.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYCLASS_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYCLASS_H

#include "Expressions/LibraryTypes.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The members and template arguments of one class of the C++ standard library.
class LibraryClass {
public:
  /// Makes an object that describes the class `type`. `type`, and the functions
  /// to which `lookup` refers, must outlive this object.
  LibraryClass(const DebugType &type, const TypeLookup &lookup);

protected:
  using Paths = llvm::ArrayRef<llvm::StringRef>;

  /// Returns the name of the class without template arguments.
  llvm::StringRef templateName() const;
  /// Returns a member by its path, such as `_M_impl._M_start`, with its offset
  /// from the start of the class.
  std::optional<DebugMember> member(llvm::StringRef path) const;
  /// Returns the first member in `paths` that the class has. `paths` has the
  /// different paths that libraries use for one and the same member.
  std::optional<DebugMember> anyMember(Paths paths) const;
  /// Finds the first member in `paths` that the class has, and sets `offset` to
  /// its offset. `paths` has the different paths that libraries use for one and
  /// the same member. Returns false if the class has none of these members.
  bool place(uint32_t &offset, Paths paths) const;
  /// Returns the template argument with this index; an invalid type if the
  /// class has fewer arguments.
  DebugType argument(size_t index) const;
  /// Returns the type of a container's elements, or the type to which a smart
  /// pointer points.
  DebugType element() const;
  uint32_t alignedTo(uint32_t offset, const DebugType &each) const;

  const DebugType &type;
  TypeLookup lookup;
  std::vector<llvm::DWARFDie> arguments;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYCLASS_H
