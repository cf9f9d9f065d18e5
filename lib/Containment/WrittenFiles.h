//===- WrittenFiles.h - What a run has written ------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_WRITTENFILES_H
#define PINSTRIPE_LIB_CONTAINMENT_WRITTENFILES_H

#include "World.h"

namespace pinstripe {

/// As Sandbox::writtenFiles. `top`: the file system in memory.
std::vector<std::string> listWrittenFiles(int top, const World &world,
                                          size_t most);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WRITTENFILES_H
