//===- DebugChildren.h - What an entry of DWARF holds -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DEBUGCHILDREN_H
#define PINSTRIPE_LIB_PROGRAM_DEBUGCHILDREN_H

#include "llvm/DebugInfo/DWARF/DWARFDie.h"

namespace pinstripe {

/// A range. DWARFDie::children() runs out of damaged debug information, where
/// the entry that should end the list is missing.
class Children {
public:
  class iterator {
  public:
    explicit iterator(llvm::DWARFDie die) : die(die) { stopAtEnd(); }
    llvm::DWARFDie operator*() const { return die; }
    iterator &operator++() {
      die = die.getSibling();
      stopAtEnd();
      return *this;
    }
    bool operator!=(const iterator &other) const { return die != other.die; }

  private:
    void stopAtEnd() {
      if (!die || die.isNULL())
        die = {};
    }
    llvm::DWARFDie die;
  };

  explicit Children(llvm::DWARFDie parent) : parent(parent) {}
  iterator begin() const {
    return iterator(parent ? parent.getFirstChild() : llvm::DWARFDie());
  }
  iterator end() const { return iterator({}); }

private:
  llvm::DWARFDie parent;
};

/// The entries right below `parent`; none if that is invalid.
inline Children childrenOf(llvm::DWARFDie parent) { return Children(parent); }

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DEBUGCHILDREN_H
