//===- FolderCleaner.h - Removes what a program has left --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without memory of the heap, and without recursion: a program can nest folders
// as deep as it likes.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H
#define PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H

namespace pinstripe {

/// Also where it can't be read.
bool isEmptyFolder(const char *folder);
/// Everything in it; nothing in it may be mounted. Never leaves it.
void emptyFolder(const char *folder);
/// With everything in it.
void removeFolder(const char *folder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_FOLDERCLEANER_H
