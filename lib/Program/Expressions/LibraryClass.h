// Finds members and template arguments of C++ library classes in DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members and template arguments tell where an object keeps its content,
// such as the elements of a vector. libstdc++ and libc++ give these members
// different names.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYCLASS_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYCLASS_H

#include "Expressions/LibraryTypes.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The members and template arguments of one class of the C++ standard library.
class LibraryClass {
public:
  /// Makes an object that describes the class `type`. The new object keeps
  /// references to `type` and to the functions in `lookup`. So both must
  /// outlive the object.
  LibraryClass(const DebugType &type, const TypeLookup &lookup);

protected:
  using Paths = llvm::ArrayRef<llvm::StringRef>;

  /// Returns the name of the class without template arguments.
  llvm::StringRef templateName() const;
  /// Returns the member with the given path, such as `_M_impl._M_start`. The
  /// offset of the result counts from the start of the class.
  std::optional<DebugMember> member(llvm::StringRef path) const;
  /// Returns the first member in `paths` that the class has. C++ libraries use
  /// different paths for the same member, and `paths` lists these paths.
  std::optional<DebugMember> anyMember(Paths paths) const;
  /// Sets `offset` to the offset of the first member in `paths` that the class
  /// has. C++ libraries use different paths for the same member, and `paths`
  /// lists these paths. Returns false if the class has none of the members.
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
