// Reads the code and symbols of an opened file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_CODEREADER_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_CODEREADER_H

#include "Binary/ElfFile.h"
#include "pinstripe/Program/ModuleCode.h"

namespace pinstripe {

/// Fills in all members of `code`. A file that is truncated or has no readable
/// program headers is a TargetError.
llvm::Error readCode(const ElfFile &file, ModuleCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_CODEREADER_H
