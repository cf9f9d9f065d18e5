// Finds out in a child process whether LLVM can read a file without crashing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's readers of DWARF and unwind tables don't check everything that they
// read. On a damaged file they may abort, follow wild pointers, or never end.

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_TRIALREADING_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_TRIALREADING_H

#include "Binary/ElfFile.h"

namespace pinstripe {

/// Tests in a child process whether LLVM can read all parts of a file that this
/// process will read later. Returns a TargetError if the child crashes, runs
/// out of memory or does not end.
///
/// A crash handler in this process would not suffice, because it could only end
/// the process and could not stop an endless loop. The child runs only LLVM's
/// code, so that fuzzers still find crashes in Pinstripe's own code.
///
/// The test takes about half as long as reading the file: 40 to 75 ms for a
/// program of 22,000 lines. The test is made once, when the unit table (the
/// list of the program's statements) is built. Later readers only compare the
/// file's hash with the one in the unit table.
llvm::Error tryToRead(const ElfFile &file);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_TRIALREADING_H
