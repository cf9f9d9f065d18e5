//===- LastWords.h - What is said when nothing can be done ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_LASTWORDS_H
#define PINSTRIPE_TOOLS_LASTWORDS_H

namespace pinstripe {

/// From here on an allocation that fails, or a thread that can't be started,
/// anywhere in the process, ends the tool with an error and exit status 1. At
/// any moment the case directory holds all that was found before.
void prepareLastWords();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LASTWORDS_H
