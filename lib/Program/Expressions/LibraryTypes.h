// Recognises classes of the C++ library and finds their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H

#include "Expressions/ContentLayout.h"
#include "Expressions/DebugTypes.h"

namespace pinstripe {

/// What the recognition of library classes needs to know about other types.
struct TypeLookup {
  CompleteType complete;
  /// Describes how values of a type are written; never returns null.
  llvm::function_ref<std::shared_ptr<const ValueType>(const DebugType &)>
      describe;
};

/// Returns true for the classes of namespace std.
bool isLibraryClass(const DebugType &type);

/// Returns where an object of the class keeps its content; null if that is not
/// known, as for all classes that do not come from libstdc++ or libc++. The
/// debug information decides, not the version of the library.
std::shared_ptr<const ContentLayout> findContent(const DebugType &type,
                                                 const TypeLookup &lookup);

/// Where the first element of a library object is, or what it points to.
struct LibraryAccess {
  /// Offset in the object of the element, or of a pointer to it.
  uint32_t offset = 0;
  bool isPointer = false;
  uint32_t value = 0; ///< Distance of the element from where the pointer leads.
  DebugType element;
};

/// Returns what `object[0]` is for the class: for vector, array, string, span.
std::optional<LibraryAccess> findElements(const DebugType &type,
                                          CompleteType complete);
/// Returns what `*object` is for the class: for smart pointers, optional and
/// iterators.
std::optional<LibraryAccess> findTarget(const DebugType &type,
                                        CompleteType complete);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
