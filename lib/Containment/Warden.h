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

/// A request of the tool to the warden, which answers it with a WardenReply.
enum class WardenRequest : char {
  /// Asks the warden to make the file system of the sandbox; user ids are
  /// mapped already.
  Begin = 'b',
  Restore = 'r', ///< asks the warden to undo what the last run has changed
  /// asks the warden to give the next process the id of all runs
  NameRun = 'n',
  /// Asks the warden to give the next process an id for checkpoints.
  NameCheckpoint = 'c',
  EndAll = 'e' ///< asks the warden to end all other processes in the sandbox
};

struct WardenReply {
  int error = 0; ///< errno, or 0
  /// index in World::steps of the step that has failed; -1 if none has
  int step = -1;
};

/// Runs the warden and never returns. Ends when the other end of `socket` is
/// closed. The warden was just forked into its own namespaces, perhaps by a
/// process with threads, so nothing here allocates memory or takes a lock.
[[noreturn]] void runWarden(const World &world, uint64_t writtenBytesLimit,
                            int socket);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
