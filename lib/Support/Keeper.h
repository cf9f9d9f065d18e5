//===- Keeper.h - The process between us and a program ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_SUPPORT_KEEPER_H
#define PINSTRIPE_LIB_SUPPORT_KEEPER_H

#include <sys/types.h>

namespace pinstripe {

/// What a keeper writes, first when it starts and then when all is over.
struct KeeperReport {
  pid_t program;
  int status; ///< as from wait; 0 at first
};

/// Splits a process that was just forked by `tool`. Returns in the new half,
/// which is to become the program, the process id of the other half: its
/// keeper.
/// `isSandboxed`: behind enterNamespaces; the new half is in the sandbox.
pid_t splitOffKeeper(pid_t tool, int reportPipe, bool isSandboxed,
                     bool isServer);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_KEEPER_H
