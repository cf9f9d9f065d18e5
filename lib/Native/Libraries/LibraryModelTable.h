// Holds the table of library functions whose effects on memory are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELTABLE_H
#define PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELTABLE_H

#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// One row of the table: functions that have the same effects on memory. The
/// text of `effects` is a list of effects, separated by blanks. An effect is a
/// letter with its arguments:
///
///   r, w, u   reads, writes, or reads and then writes: pointer `:` size
///   a, f      allocates or releases: pointer `:` size
///   p, s      prints or scans according to the format string at this argument;
///             the values are the variable arguments of the function
///   q, t      the same, but the values are in a va_list, which is the argument
///             after the format
///   i, o      uses the FILE at this argument for input, or for output
///   j, n      uses the std::istream or std::ostream at this argument; n0:1
///             prints a number whose form the stream's flags decide, n0:2 also
///             its precision
///   I, O      uses stdin, or stdout
///   m         changes a setting of the C++ stream at this argument: m0:16 the
///             one at offset 16 of its std::ios_base
///   h         uses state of unknown address, such as that of rand(); the
///             number tells which
///   x         limits system calls if argument 0 is this number
///
/// A pointer is the number of an argument, or `#` for the result. A `*` after
/// the number means that the argument points to another pointer, which points
/// to the memory. A size is
///
///   4         a number of bytes
///   a1        argument 1; also a1*a2, a1*4 and a1-a2
///   #         the result; also #*a1
///   $         a string with its terminating zero; $a1: at most a1 bytes of it
///   S         a std::string; S@2: its characters from argument 2 on
///   H1        the size of the heap block, but at most argument 1; H1*2: at
///             most argument 1 times argument 2
///   E1        up to the address that is the result, or argument 1 bytes if
///             the result is null
///
/// After a size there can be marks:
///
///   =   The n-th written range with this mark is a copy of the n-th read range
///       with this mark. A copied string has the marks `=~`, since the call
///       also searches it for its end.
///   ~   The call reads the bytes to find out where something is or ends.
///   +   The range begins at the end of a string: of the first range that the
///       call reads and that has the mark `=` or `~`.
///   !   Only the last byte of the range is written.
///   ?   If the call fails, it may leave the range as it was. A call that
///   begins
///       with the effect `j` fails if its std::istream does; any other call
///       fails if its result is negative.
struct LibraryModelRow {
  const char *names;
  /// How many named arguments a function of this row takes in general
  /// registers, and how many in vector registers.
  unsigned integers, vectors;
  RegisterSet results;
  const char *effects;
};

/// A part of the table for functions whose names all begin with `prefix`. The
/// names in the rows leave out this prefix.
struct LibraryModelTable {
  llvm::StringLiteral prefix;
  llvm::ArrayRef<LibraryModelRow> rows;
};
llvm::ArrayRef<LibraryModelTable> libraryModelTables();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELTABLE_H
