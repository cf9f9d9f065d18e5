// Finds the library files that the option --module names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements in these libraries are recorded and skipped like those of the
// program.

#ifndef PINSTRIPE_CASE_MODULEFILES_H
#define PINSTRIPE_CASE_MODULEFILES_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Finds the files of libraries that the program loads when it starts. Each
/// name is a path, a file name or a SONAME. Returns absolute paths without
/// symbolic links, each once. Asks the program's own dynamic loader, in the
/// environment of the runs. The program itself is not executed.
///
/// If a library is not loaded at the start, returns a TargetError with the
/// remedy. Returns a UsageError for an empty name, a path without a file, or
/// the path of the program itself.
llvm::Expected<std::vector<std::string>>
findModules(llvm::ArrayRef<std::string> names, const LaunchSpec &launch);

/// Returns the files of all libraries that the program loads when it starts, as
/// absolute paths without symbolic links. The dynamic loader is one of them.
/// Returns an empty list for a program that is linked statically.
llvm::Expected<std::vector<std::string>>
loadedLibraries(const LaunchSpec &launch);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_MODULEFILES_H
