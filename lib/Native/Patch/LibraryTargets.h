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

/// Finds the functions with a model to which an indirect call can lead, sorted
/// by run-time address. A model describes what a library function reads and
/// writes. The functions can be in the libraries of the process. They can also
/// be functions and linkage stubs in the traced modules. Functions whose code
/// is chosen at run time (IFUNC) are not found, since such a symbol has the
/// address of the function that chooses.
std::vector<native::TargetRecord>
findLibraryTargets(llvm::ArrayRef<PlacedModule> modules,
                   llvm::ArrayRef<Mapping> mappings);

/// Returns the run-time address of a variable of this module; 0 if the module
/// has no variable of that name.
uint64_t findVariable(llvm::StringRef name, const PlacedModule &module,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_LIBRARYTARGETS_H
