// Describes where objects of the C++ library keep their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptions are needed to show a container by its elements, and not by
// its private members.

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H

#include "pinstripe/Program/ValueType.h"

namespace pinstripe {

/// Describes where an object of a library class keeps its content. For example,
/// the content of a vector is its elements, and the content of a unique_ptr is
/// the object to which it points. Offsets are in bytes. Offsets inside a node
/// of a list or tree count from the start of the node, all others from the
/// start of the object.
struct ContentLayout {
  enum class Shape : uint8_t {
    /// The object is a text: at offset `first` is a pointer to its characters,
    /// and at offset `last` their number.
    Text,
    /// The object is a string of libc++, which holds a short text in the object
    /// itself.
    ShortText,
    /// At offset `first` of the object is a pointer to an array of its
    /// elements.
    Sequence,
    /// The object is a vector<bool>: at offset `first` is a pointer to words of
    /// bits.
    Bits,
    /// The object is a deque of libc++: at offset `first` is a pointer to an
    /// array, which holds a pointer to each block of elements.
    Blocks,
    /// The object is a deque of libstdc++: at offset `first` is the iterator to
    /// the first element, and at offset `last` the iterator past the last
    /// element.
    Iterators,
    /// The object is a linked list: at offset `first` is a pointer to its first
    /// node.
    Chain,
    /// The object is a binary tree: at offset `first` is a pointer to its
    /// leftmost node.
    Tree,
    /// The object is an optional: its element is at offset `first`, but exists
    /// only if the byte at offset `last` is not 0.
    Optional,
    /// The object is a variant: its value is at offset 0. At offset `last` is
    /// an index into `parts`, which tells the type of the value.
    Choice,
    /// The object is a smart pointer: at offset `first` is a plain pointer, or
    /// null.
    Pointer,
    /// The object is a pair or tuple: it consists of `parts`, which are shown
    /// without names.
    Record,
    /// The object is a wrapper, such as std::array, std::stack or std::atomic:
    /// it is shown as the object at offset `first`, whose type is `element`.
    Wrapper,
  };

  Shape shape = Shape::Record;
  uint32_t first = 0, last = 0;
  /// True if the number of elements is at offset `last` of the object; false if
  /// `last` is the offset of a pointer to the place after the last element.
  bool isCounted = false;
  /// The number of elements if the type itself tells it, for example for
  /// span<int, 3>; otherwise 0.
  uint64_t fixedCount = 0;
  /// The offset at which a deque of libc++ stores the index of its first
  /// element.
  uint32_t start = 0;
  uint32_t perBlock = 0; ///< The number of elements in each block of a deque.
  /// The size in bytes of the index at the offset `last` of a variant.
  uint32_t indexSize = 0;
  /// The offsets of the parts of a list or tree node, from the start of the
  /// node. The parts are pointers to the next node, to the left child, to the
  /// right child and to the parent, and the value.
  uint32_t next = 0, left = 0, right = 0, parent = 0, value = 0;
  std::shared_ptr<const ValueType> element;
  std::vector<ValueType::Member> parts;
  /// True if each element is a pair of a key and a value, as in std::map.
  bool isMap = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
