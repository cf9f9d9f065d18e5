//===- LibraryModelTable.h - The library functions that are known -*- C++ -*-=//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARYMODELTABLE_H
#define PINSTRIPE_LIB_NATIVE_LIBRARYMODELTABLE_H

#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// Functions that do the same. The effects, apart by blanks, are
///
///   r, w, u   reads, writes, or both: a pointer, `:`, a size
///   a, f      allocates that; releases it
///   p, s      prints or scans by the format there, with the arguments that
///             follow the named ones; q, t: with a va_list behind the format
///   i, o      a stream for input, or for output
///   I, O      stdin, stdout
///   h         hidden state with this number
///   x         limits system calls if argument 0 is this number
///
/// where a pointer is the number of an argument or `#`, the result, and with
/// `*` behind it what is stored there; a size is a number of bytes, `a1` for
/// argument 1, `a1*a2`, `a1*4`, `a1-a2`, `#`, `#*a1`, `$` for a string with its
/// end, `$a1` for one of at most that many bytes, `S` for a std::string, `S@2`
/// for one whose characters count from argument 2 on, `H1` for a heap block,
/// but at most argument 1 (`H1*2`: times argument 2), and `E1` for what lies
/// before the result, or argument 1 if that is null. Behind a size stand
///
///   =   copied: the n-th that is written holds the n-th that is read, as far
///       as that goes; of a string by its end, which is looked for
///   ~   read for where it ends, or for where in it something is
///   +   written behind the end of the string that is first read for one of
///       the above
///   !   written at its last byte only
struct LibraryModelRow {
  const char *names;
  unsigned integers, vectors; ///< arguments in registers that are named
  RegisterSet results;
  const char *effects;
};

llvm::ArrayRef<LibraryModelRow> cModels();
llvm::ArrayRef<LibraryModelRow> cxxModels();
/// Members of std::string, without the name of the class.
llvm::ArrayRef<LibraryModelRow> stringModels();
llvm::ArrayRef<LibraryModelRow> constStringModels();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARYMODELTABLE_H
