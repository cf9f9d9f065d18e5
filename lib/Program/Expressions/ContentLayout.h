// Describes where objects of the C++ library keep their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H

#include "pinstripe/Program/ValueType.h"

namespace pinstripe {

/// Where the content of an object of a library class is: the elements of a
/// vector, the object to which a unique_ptr points. All offsets are in bytes
/// from the start of the object, unless they are said to be in a node.
struct ContentLayout {
  enum class Shape : uint8_t {
    Text,      ///< At `first` is a pointer to characters, at `last` the number.
    ShortText, ///< A string of libc++, which holds short texts itself.
    Sequence,  ///< At `first` is a pointer to elements side by side.
    Bits,      ///< vector<bool>: at `first` is a pointer to words of bits.
    Blocks,    ///< A deque of libc++: `first` points to pointers to blocks.
    Iterators, ///< A deque of libstdc++: `first` and `last` are iterators.
    Chain,     ///< At `first` is a pointer to the first node, which has a next.
    Tree,      ///< At `first` is a pointer to the leftmost node.
    Optional,  ///< At `first` is the element, if the byte at `last` is not 0.
    Choice,    ///< At 0 is one of `parts`; `last` has the number of which.
    Pointer,   ///< At `first` is a pointer to the element, or a null pointer.
    Record,    ///< The object consists of `parts`, whose names say nothing.
    Wrapper,   ///< The element at `first` stands for the object.
  };

  Shape shape = Shape::Record;
  uint32_t first = 0, last = 0;
  /// Whether at `last` is a number of elements; otherwise there is a pointer
  /// that is one past the last element.
  bool isCounted = false;
  /// Number of elements that the type itself fixes; 0 if it does not.
  uint64_t fixedCount = 0;
  uint32_t start = 0;     ///< Blocks: where the index of the first element is.
  uint32_t perBlock = 0;  ///< Blocks, Iterators: elements of each block.
  uint32_t indexSize = 0; ///< Choice: size of the number at `last`.
  /// Offsets in a node: of the next node, of the children, of the value.
  uint32_t next = 0, left = 0, right = 0, parent = 0, value = 0;
  std::shared_ptr<const ValueType> element;
  std::vector<ValueType::Member> parts;
  /// Whether each element is a key and its value.
  bool isMap = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_CONTENTLAYOUT_H
