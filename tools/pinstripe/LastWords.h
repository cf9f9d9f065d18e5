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

/// From here on an allocation that fails, a thread that can't be started, or a
/// crash, such as that of a library without memory, ends the tool with an error
/// and exit status 1, wherever in the process it is. At any moment the case
/// directory holds all that was found before.
void prepareLastWords();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LASTWORDS_H
