// Implements the warden: the first process of a sandbox, which makes its files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The warden makes the file system of the sandbox and restores it between runs.
// As process 1 the warden inherits orphans and gets no signal from processes in
// the sandbox. When the warden ends, everything in the sandbox ends.

#ifndef PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
#define PINSTRIPE_LIB_CONTAINMENT_WARDEN_H

#include "World.h"

namespace pinstripe {

/// A request of the tool to the warden (the sandbox's first process), which
/// answers it with a WardenReply.
enum class WardenRequest : char {
  /// Asks the warden to make the file system of the sandbox. Before that, the
  /// tool must map the user ids of the sandbox, since the warden can't make
  /// files without them.
  Begin = 'b',
  Restore = 'r', ///< Asks the warden to undo what the last run has changed.
  /// Asks the warden to give the next process the process id that all runs
  /// have.
  NameRun = 'n',
  /// Asks the warden to give the next process the process id that all
  /// checkpoints have. A checkpoint is a process that forks runs.
  NameCheckpoint = 'c',
  EndAll = 'e' ///< Asks the warden to end all other processes in the sandbox.
};

struct WardenReply {
  int error = 0; ///< errno, or 0
  /// index in World::steps of the step that has failed; -1 if no step has
  /// failed
  int step = -1;
};

/// Runs the warden (the sandbox's first process) and never returns. Ends when
/// the other end of `socket` is closed. Takes no lock and allocates no memory:
/// the warden was forked from the tool, where another thread may have held a
/// lock at that moment.
[[noreturn]] void runWarden(const World &world, uint64_t writtenBytesLimit,
                            int socket);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WARDEN_H
