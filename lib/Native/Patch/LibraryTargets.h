// Finds the run-time addresses of library functions whose effects are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a program calls a function through a pointer, only the run-time address
// tells which function it is, and which memory it reads and writes.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_LIBRARYTARGETS_H
#define PINSTRIPE_LIB_NATIVE_PATCH_LIBRARYTARGETS_H

#include "Libraries/LibraryModels.h"
#include "Patch/ModulePlacement.h"

namespace pinstripe {

/// Finds the functions that have a model (a description of what they read and
/// write) and to which an indirect call may lead. They are in the libraries of
/// the process, or are functions and linkage stubs of the traced modules.
/// Returns them sorted by run-time address. Functions whose code is chosen at
/// run time (IFUNC) are not found, since the address of such a symbol is that
/// of the function that chooses the code.
std::vector<native::TargetRecord>
findLibraryTargets(llvm::ArrayRef<PlacedModule> modules,
                   llvm::ArrayRef<Mapping> mappings);

/// Returns the run-time address of a variable of this module; 0 if the module
/// has no variable of that name.
uint64_t findVariable(llvm::StringRef name, const PlacedModule &module,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_LIBRARYTARGETS_H
