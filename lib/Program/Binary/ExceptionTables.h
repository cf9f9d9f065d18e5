// Reads landing pads and linkage stubs, which LLVM offers no reader for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H

#include "pinstripe/Program/ModuleCode.h"
#include "llvm/Object/ELFObjectFile.h"

namespace pinstripe {

/// Returns the addresses and names of the stubs through which library functions
/// are called. `slots` maps slots of the global offset table to names.
std::map<uint64_t, std::string>
linkageStubs(const llvm::object::ELF64LEObjectFile &elf,
             const std::map<uint64_t, std::string> &slots);

/// Returns the landing pads of `function`, which is an address. `bytes` is the
/// function's language-specific data, which lies at `address`.
std::vector<uint64_t> landingPads(llvm::ArrayRef<uint8_t> bytes,
                                  uint64_t address, uint64_t function);

/// Fills ModuleCode::landingPads from the language-specific data that the
/// unwind tables refer to (Itanium C++ ABI: Exception Handling Tables).
void readLandingPads(const llvm::object::ELF64LEObjectFile &elf,
                     ModuleCode &code);

/// Returns a map from the address of each language-specific data to the first
/// address of its function.
std::map<uint64_t, uint64_t>
functionsByExceptionData(const llvm::object::ELF64LEObjectFile &elf);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H
