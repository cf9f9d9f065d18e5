//===- LibraryTargets.h - Library functions by address ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARYTARGETS_H
#define PINSTRIPE_LIB_NATIVE_LIBRARYTARGETS_H

#include "LibraryModels.h"
#include "ModulePlacement.h"

namespace pinstripe {

/// Where an indirect call may find a function that has a model: in the
/// libraries of the process, and in the linkage tables of its traced modules.
/// Sorted by run-time address. What is chosen at run time (IFUNC) has the
/// address of what chooses, and is not found.
std::vector<native::TargetRecord>
findLibraryTargets(llvm::ArrayRef<PlacedModule> modules,
                   llvm::ArrayRef<Mapping> mappings);

/// The run-time address of a variable of the module; 0 if it has none of this
/// name.
uint64_t findVariable(llvm::StringRef name, const PlacedModule &module,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARYTARGETS_H
