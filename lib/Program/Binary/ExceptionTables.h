// Reads landing pads and the stubs of library calls from an ELF file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions enter a function at its landing pads. A stub is code that the
// linker adds for calls of a library function. LLVM has no reader for landing
// pads or stubs.

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H

#include "pinstripe/Program/ModuleCode.h"
#include "llvm/Object/ELFObjectFile.h"

namespace pinstripe {

/// Maps the address of each stub to the name of the library function that the
/// stub calls. A stub is code that the linker adds for calls of a library
/// function. `slots` tells which library function belongs to each slot of the
/// global offset table.
std::map<uint64_t, std::string>
linkageStubs(const llvm::object::ELF64LEObjectFile &elf,
             const std::map<uint64_t, std::string> &slots);

/// Returns the landing pads of the function at the address `function`. A
/// landing pad is an address at which an exception enters the function. `bytes`
/// is the function's exception table (LSDA), and `address` is the address of
/// this table.
std::vector<uint64_t> landingPads(llvm::ArrayRef<uint8_t> bytes,
                                  uint64_t address, uint64_t function);

/// Fills ModuleCode::landingPads from the exception tables of all functions.
/// The Itanium C++ ABI describes the format of these tables.
void readLandingPads(const llvm::object::ELF64LEObjectFile &elf,
                     ModuleCode &code);

/// Maps the address of each exception table (LSDA) to the address of the
/// function to which the table belongs.
std::map<uint64_t, uint64_t>
functionsByExceptionData(const llvm::object::ELF64LEObjectFile &elf);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_EXCEPTIONTABLES_H
