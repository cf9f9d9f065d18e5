// Removes folders with everything that a program has left in them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses no recursion, since a program can nest folders to any depth. Uses no
// heap, since the sandbox's first process calls this code and must not allocate
// memory.

#ifndef PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H
#define PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H

namespace pinstripe {

/// Returns true if a folder is empty, or if the folder can't be read.
bool isEmptyFolder(const char *folder);
/// Removes everything in a folder, but never anything outside of the folder.
/// Nothing may be mounted in the folder.
void emptyFolder(const char *folder);
/// Removes a folder and everything in it.
void removeFolder(const char *folder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H
