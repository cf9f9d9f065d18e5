//===- Warden.h - The first process of a sandbox ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warden makes the world of a sandbox, puts it back between runs, and is
// its process 1: orphans come to it, no signal from inside reaches it, and when
// it ends the kernel ends everything there.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
#define PINSTRIPE_LIB_CONTAINMENT_WARDEN_H

#include "World.h"

namespace pinstripe {

/// What the tool asks for. Each is answered by a WardenReply.
enum WardenRequest : char {
  Begin = 'b',   ///< the ids are mapped: make the world
  Restore = 'r', ///< everything as at first
  EndAll = 'e'   ///< end all other processes
};

struct WardenReply {
  int error = 0; ///< errno; 0: done
  int step = -1; ///< at which step of the world
};

/// Never returns. Called in a process that was just forked into namespaces of
/// its own, by one that may have had threads: nothing here allocates memory or
/// takes a lock. Ends when the other end of `socket` is closed.
[[noreturn]] void runWarden(const World &world, uint64_t writtenBytesLimit,
                            int socket);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
