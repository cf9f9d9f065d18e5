// Recognises classes of the C++ library and finds their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content is needed to show a container by its elements, and not by its
// private members.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H

#include "Expressions/ContentLayout.h"
#include "Expressions/DebugTypes.h"

namespace pinstripe {

/// Functions that find the definition of a type and describe its format. The
/// code that recognises library classes needs them for the types of members and
/// elements.
struct TypeLookup {
  CompleteType complete;
  /// Describes how values of a type are formatted; never returns null.
  llvm::function_ref<std::shared_ptr<const ValueType>(const DebugType &)>
      describe;
};

/// Returns true if the type is a class of the namespace std or __gnu_cxx.
bool isLibraryClass(const DebugType &type);

/// Returns where objects of the class keep their content, such as their
/// elements. Returns null if this is not known, as for all classes that are not
/// from libstdc++ or libc++. The result depends on the members found in the
/// debug information, not on the version of the library.
std::shared_ptr<const ContentLayout> findContent(const DebugType &type,
                                                 const TypeLookup &lookup);

/// The place of the first element of a library object. For a smart pointer, the
/// element is the object to which the smart pointer points.
struct LibraryAccess {
  /// If `isPointer` is false, this is the offset of the element in the library
  /// object. If `isPointer` is true, it is the offset of a pointer in the
  /// library object, which leads to the element.
  uint32_t offset = 0;
  bool isPointer = false;
  /// If isPointer is true, the pointer leads to an object that contains the
  /// element, such as a node of a list. In this case `value` is the offset of
  /// the element in that object.
  uint32_t value = 0;
  DebugType element;
};

/// Tells how to find `object[0]` if `type` is a class such as vector, array,
/// string or span. Returns nullopt for other types.
std::optional<LibraryAccess> findElements(const DebugType &type,
                                          CompleteType complete);
/// Returns the place of `*object` for smart pointers, optionals and iterators;
/// nullopt for other classes.
std::optional<LibraryAccess> findTarget(const DebugType &type,
                                        CompleteType complete);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_LIBRARYTYPES_H
