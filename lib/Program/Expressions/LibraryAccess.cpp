// Finds the objects that `*object` and `object[0]` mean for objects of the C++
// library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression can use these operators, although no code of the library is
// called.

#include "Expressions/LibraryClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace pinstripe {

namespace {

using Shape = ContentLayout::Shape;

/// Finds the first element of the objects of one class of the C++ library, such
/// as a vector.
class AccessFinder : LibraryClass {
public:
  using LibraryClass::LibraryClass;

  std::optional<LibraryAccess> findElements();
  std::optional<LibraryAccess> findTarget();

private:
  std::optional<LibraryAccess> findIterator(llvm::StringRef name);
  /// Returns the place of the first element. `shapes` lists the forms in which
  /// the class may keep its elements, such as an array. Returns nullopt if the
  /// class uses a different form, such as a linked list.
  std::optional<LibraryAccess> first(llvm::ArrayRef<Shape> shapes);
};

std::optional<LibraryAccess> AccessFinder::findElements() {
  if (templateName() == "array") {
    auto inner = anyMember({"_M_elems", "__elems_"});
    return inner && inner->type.isArray()
               ? std::optional(LibraryAccess{
                     static_cast<uint32_t>(inner->offset), /*isPointer=*/false,
                     /*value=*/0, lookup.complete(inner->type.target())})
               : std::nullopt;
  }
  return first({Shape::Sequence, Shape::Text, Shape::Pointer});
}

std::optional<LibraryAccess> AccessFinder::first(llvm::ArrayRef<Shape> shapes) {
  auto content = findContent(type, lookup);
  if (!content || !llvm::is_contained(shapes, content->shape) || !element().die)
    return std::nullopt;
  bool isPointer = content->shape != Shape::Optional;
  return LibraryAccess{content->first, isPointer, /*value=*/0, element()};
}

std::optional<LibraryAccess> AccessFinder::findIterator(llvm::StringRef name) {
  auto header =
      llvm::StringSwitch<std::optional<uint32_t>>(name)
          .Cases("__normal_iterator", "__wrap_iter", "_Deque_iterator", 0)
          .Cases("_Rb_tree_iterator", "_Rb_tree_const_iterator", 32)
          .Cases("_List_iterator", "_List_const_iterator", "__list_iterator",
                 "__list_const_iterator", 16)
          .Cases("_Node_iterator", "_Node_const_iterator", "_Fwd_list_iterator",
                 "_Fwd_list_const_iterator", 8)
          .Default(std::nullopt);
  LibraryAccess access;
  bool isKnown =
      header && place(access.offset, {"_M_current", "_M_cur", "_M_node", "__i_",
                                      "__i", "__ptr_"});
  if (!isKnown)
    return std::nullopt;
  access.isPointer = true;
  bool isOfPointer = name == "__normal_iterator" || name == "__wrap_iter";
  access.element =
      isOfPointer ? lookup.complete(argument(0).target()) : argument(0);
  if (*header != 0)
    access.value = alignedTo(*header, access.element);
  return access;
}

std::optional<LibraryAccess> AccessFinder::findTarget() {
  if (auto access = findIterator(templateName()))
    return access;
  return first({Shape::Pointer, Shape::Optional});
}

} // namespace

/// Returns a description of a type in which only the size is filled in. The
/// size is enough to find the place of an element.
static std::shared_ptr<const ValueType> sizeOnly(const DebugType &type) {
  auto result = std::make_shared<ValueType>();
  result->size = static_cast<uint32_t>(type.size().value_or(0));
  return result;
}

std::optional<LibraryAccess> findElements(const DebugType &type,
                                          CompleteType complete) {
  if (!isLibraryClass(type))
    return std::nullopt;
  return AccessFinder(type, {complete, sizeOnly}).findElements();
}

std::optional<LibraryAccess> findTarget(const DebugType &type,
                                        CompleteType complete) {
  if (!isLibraryClass(type))
    return std::nullopt;
  return AccessFinder(type, {complete, sizeOnly}).findTarget();
}

} // namespace pinstripe
