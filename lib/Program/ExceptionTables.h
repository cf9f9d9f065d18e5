//===- ExceptionTables.h - Landing pads and linkage stubs -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Two small tables that LLVM does not read for us.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_EXCEPTIONTABLES_H
#define PINSTRIPE_LIB_PROGRAM_EXCEPTIONTABLES_H

#include "ElfFile.h"

namespace pinstripe {

/// Addresses of the stubs through which library functions are called, with
/// the functions' names. `slots` maps table slots to names.
std::map<uint64_t, std::string>
linkageStubs(const llvm::object::ELF64LEObjectFile &elf,
             const std::map<uint64_t, std::string> &slots);

/// The landing pads in the language-specific data of one function, which is at
/// `address`.
std::vector<uint64_t> landingPads(llvm::ArrayRef<uint8_t> bytes,
                                  uint64_t address, uint64_t function);

/// Fills ModuleCode::landingPads from the language-specific data of the
/// unwind tables (Itanium C++ ABI: Exception Handling Tables).
void readLandingPads(const llvm::object::ELF64LEObjectFile &elf,
                     ModuleCode &code);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXCEPTIONTABLES_H
