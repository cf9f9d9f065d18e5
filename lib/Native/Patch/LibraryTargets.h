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

/// Finds all functions that have a model and to which an indirect call can
/// lead, and returns them sorted by run-time address. A model describes what a
/// library function reads and writes. The functions can be in the process's
/// libraries, or be functions and linkage stubs of the traced modules.
/// Functions with several implementations (IFUNCs) are not found, since their
/// symbol has the address of the code that chooses the implementation.
std::vector<native::TargetRecord>
findLibraryTargets(llvm::ArrayRef<PlacedModule> modules,
                   llvm::ArrayRef<Mapping> mappings);

/// Returns the run-time address of a variable of this module; 0 if the module
/// has no variable of that name.
uint64_t findVariable(llvm::StringRef name, const PlacedModule &module,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_LIBRARYTARGETS_H
