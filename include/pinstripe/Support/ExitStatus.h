// Defines the exit statuses of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_EXITSTATUS_H
#define PINSTRIPE_SUPPORT_EXITSTATUS_H

namespace pinstripe {

/// The exit statuses of all verbs (commands of the tool). The manual lists
/// them.
enum class ExitStatus {
  Done = 0,
  InternalError = 1,
  Usage = 2,
  NotReproduced = 3,
  UnusableTarget = 4,
  NothingToReduce = 5,
  Interrupted = 130,
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_EXITSTATUS_H
