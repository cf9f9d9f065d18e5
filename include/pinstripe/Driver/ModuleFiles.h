//===- ModuleFiles.h - The libraries of --module as files -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_MODULEFILES_H
#define PINSTRIPE_DRIVER_MODULEFILES_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// The files that `names` (paths, file names or SONAMEs of libraries) mean
/// for a start of the program: absolute paths with links resolved, each once.
/// The program's own dynamic loader is asked, under the environment of the
/// runs; the program does not run. TargetErrors with the remedy for what is
/// not loaded at the start, UsageErrors for names that make no sense.
llvm::Expected<std::vector<std::string>>
findModules(llvm::ArrayRef<std::string> names, const LaunchSpec &launch);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MODULEFILES_H
