// Declares the warden, the first process of a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The warden makes the world of the sandbox and restores it between runs. As
// process 1 it inherits orphans, gets no signal from inside, and ends
// everything in the sandbox when it ends.

#ifndef PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
#define PINSTRIPE_LIB_CONTAINMENT_WARDEN_H

#include "World.h"

namespace pinstripe {

/// Requests of the tool. The warden answers each with a WardenReply.
enum class WardenRequest : char {
  Begin = 'b',   ///< make the world; user ids are mapped now
  Restore = 'r', ///< restore everything
  EndAll = 'e'   ///< end all other processes
};

struct WardenReply {
  int error = 0; ///< errno, or 0
  int step = -1; ///< index of the World's step that failed, or -1
};

/// Runs the warden and never returns. Ends when the other end of `socket` is
/// closed. The process was just forked into its own namespaces, perhaps by a
/// process with threads, so nothing here allocates memory or takes a lock.
[[noreturn]] void runWarden(const World &world, uint64_t writtenBytesLimit,
                            int socket);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
