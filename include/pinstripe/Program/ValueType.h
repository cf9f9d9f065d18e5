//===- ValueType.h - How the bytes of a value read --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_VALUETYPE_H
#define PINSTRIPE_PROGRAM_VALUETYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

/// A type, as far as it tells how values are written.
struct ValueType {
  enum class Kind : uint8_t {
    Boolean,
    Character,
    Signed,
    Unsigned,
    Float,
    Enumeration,
    Pointer,
    Text, ///< what a string holds; of any size
    Structure,
    Array,
    Opaque, ///< anything else: written as bytes
  };
  struct Member {
    std::string name; ///< empty: of a base class or an anonymous member
    uint32_t offset = 0;
    std::shared_ptr<const ValueType> type;
  };
  struct Enumerator {
    std::string name;
    int64_t value = 0;
  };

  Kind kind = Kind::Opaque;
  std::string name; ///< as in the source, where it has one
  uint32_t size = 0;
  std::vector<Enumerator> enumerators;      ///< of an Enumeration
  std::vector<Member> members;              ///< of a Structure, by offset
  std::shared_ptr<const ValueType> element; ///< of an Array
  uint32_t count = 0;                       ///< elements of an Array
  /// A Structure with more than `members`: bit-fields, a virtual table.
  bool hasHiddenMembers = false;

  /// Whether there is arithmetic with it, also with characters, booleans and
  /// enumerators.
  bool isNumber() const;
};

/// How much of a value is written.
struct ValueLimits {
  size_t members = 8; ///< of each structure and array
  size_t depth = 3;
  size_t characters = 60; ///< of each string
};

/// `15`, `'a'`, `"text"`, `{x = 1, y = 2}`. Of too few bytes: empty.
std::string formatValue(const ValueType &type, llvm::StringRef bytes,
                        const ValueLimits &limits = {});

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_VALUETYPE_H
