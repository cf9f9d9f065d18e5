//===- ProcessUse.h - What processes of a sandbox use -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H
#define PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H

#include "pinstripe/Containment/Sandbox.h"

namespace pinstripe {

/// As Sandbox::use. `processes`: the descriptor of the sandbox's /proc.
SandboxUse measureUse(int processes, unsigned mostProcesses);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H
