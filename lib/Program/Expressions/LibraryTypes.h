// Recognises classes of the C++ library and finds their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H

#include "Expressions/ContentLayout.h"
#include "Expressions/DebugTypes.h"

namespace pinstripe {

/// Functions by which the recognition of library classes asks about other
/// types.
struct TypeLookup {
  CompleteType complete;
  /// Describes how values of a type are formatted; never returns null.
  llvm::function_ref<std::shared_ptr<const ValueType>(const DebugType &)>
      describe;
};

/// Returns true if the type is a class of the namespace std.
bool isLibraryClass(const DebugType &type);

/// Returns where objects of the class keep their content. Returns null if that
/// is not known, which is so for all classes that are not from libstdc++ or
/// libc++. The members found in the debug information decide, not the version
/// of the library.
std::shared_ptr<const ContentLayout> findContent(const DebugType &type,
                                                 const TypeLookup &lookup);

/// The place of the first element of a library object, or of the object to
/// which a smart pointer points.
struct LibraryAccess {
  /// Offset of the element in the object or, if isPointer, offset of a pointer
  /// to the element.
  uint32_t offset = 0;
  bool isPointer = false;
  uint32_t value = 0; ///< Distance from the pointer's target to the element.
  DebugType element;
};

/// Returns the place of `object[0]` for objects of this class; known for
/// vector, array, string and span.
std::optional<LibraryAccess> findElements(const DebugType &type,
                                          CompleteType complete);
/// Returns the place of `*object` for objects of this class; known for smart
/// pointers, optional and iterators.
std::optional<LibraryAccess> findTarget(const DebugType &type,
                                        CompleteType complete);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
