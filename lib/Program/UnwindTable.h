//===- UnwindTable.h - Functions with data for exceptions -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. What an unwind table says of functions but for how to
// unwind them: call-frame instructions are not read. The format is that of the
// Linux Standard Base 5.0, Core, 10.5 and 10.6: DWARF Extensions, Exception
// Frames. LLVM's reader trusts the numbers of a damaged table.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_UNWINDTABLE_H
#define PINSTRIPE_LIB_PROGRAM_UNWINDTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

/// A frame description entry. Addresses are those of the file.
struct UnwindEntry {
  uint64_t function = 0; ///< first address
  /// Address of its language-specific data. None if there is none, or if the
  /// table says where through another pointer, or from a base that it does not
  /// name.
  std::optional<uint64_t> specificData;
};

/// The functions of a section .eh_frame that is loaded at `address`, in its
/// order, but for those whose address is as hard to find. No error: an entry
/// that is damaged, or of a form that is not described there, ends the table as
/// the terminator does. Takes time and memory of the order of the section.
std::vector<UnwindEntry> readUnwindTable(llvm::StringRef section,
                                         uint64_t address);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNWINDTABLE_H
