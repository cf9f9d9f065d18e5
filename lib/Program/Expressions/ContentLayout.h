// Describes where objects of the C++ library keep their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H

#include "pinstripe/Program/ValueType.h"

namespace pinstripe {

/// Describes where an object of a library class keeps its content: the elements
/// of a vector, the object to which a unique_ptr points. Offsets are in bytes
/// from the start of the object; those in a node of a list or tree are from the
/// start of the node.
struct ContentLayout {
  enum class Shape : uint8_t {
    Text, ///< A pointer to characters is at `first`, their number at `last`.
    /// A string of libc++, which holds a short text in the object itself.
    ShortText,
    Sequence, ///< A pointer to an array of elements is at `first`.
    Bits,     ///< vector<bool>: a pointer to words of bits is at `first`.
    /// A deque of libc++: a pointer to an array of pointers to its blocks is at
    /// `first`.
    Blocks,
    /// A deque of libstdc++: two iterators are at `first` and `last`.
    Iterators,
    Chain, ///< A linked list: a pointer to its first node is at `first`.
    Tree,  ///< A binary tree: a pointer to its leftmost node is at `first`.
    /// An optional: the element is at `first`, if the byte at `last` is not 0.
    Optional,
    Choice, ///< A variant: one of `parts` is at offset 0, its index at `last`.
    /// A smart pointer: a pointer to the element, or null, is at `first`.
    Pointer,
    Record,  ///< The object consists of `parts`, which are shown without names.
    Wrapper, ///< The element at `first` is shown in place of the object.
  };

  Shape shape = Shape::Record;
  uint32_t first = 0, last = 0;
  /// True if the number of elements is stored at `last`; false if a pointer to
  /// the place after the last element is stored at `last`.
  bool isCounted = false;
  /// Number of elements that the type itself fixes, as in span<int, 3>; 0 if
  /// the type does not fix it.
  uint64_t fixedCount = 0;
  uint32_t start = 0; ///< deque of libc++: offset of the first element's index.
  uint32_t perBlock = 0;  ///< deque: number of elements in each block.
  uint32_t indexSize = 0; ///< variant: size of the index at `last` in bytes.
  /// Offsets in a node of a list or tree: of the pointers to the next node, the
  /// children and the parent, and of the value.
  uint32_t next = 0, left = 0, right = 0, parent = 0, value = 0;
  std::shared_ptr<const ValueType> element;
  std::vector<ValueType::Member> parts;
  /// True if each element is a pair of a key and its value.
  bool isMap = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
