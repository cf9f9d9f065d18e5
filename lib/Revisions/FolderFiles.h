// Reads all files below a folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REVISIONS_FOLDERFILES_H
#define PINSTRIPE_LIB_REVISIONS_FOLDERFILES_H

#include "pinstripe/Revisions/SourceStore.h"

namespace pinstripe {

/// Calls `visit` with the path, mode and content of each file and symbolic link
/// below a folder, in the order of their names. Paths are relative to the
/// folder. Leaves out devices, sockets, pipes, everything called `.git`, and
/// each file or folder for whose path `skips` returns true. `skips` may be
/// null. Returns a UsageError for what can't be read.
llvm::Error
forEachFile(llvm::StringRef folder,
            llvm::function_ref<bool(llvm::StringRef path)> skips,
            llvm::function_ref<llvm::Error(llvm::StringRef path, FileMode mode,
                                           llvm::StringRef content)>
                visit);

/// Reads a file or symbolic link. Returns nullopt if `path` does not exist or
/// is of another kind, such as a folder.
llvm::Expected<std::optional<std::pair<FileMode, std::string>>>
readSourceFile(const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REVISIONS_FOLDERFILES_H
