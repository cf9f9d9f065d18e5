// Tells whether a fork of a process would have the same state as the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only such a process can become a checkpoint, because later runs start as
// forks of the checkpoint. Forks share the positions of open files, and lack
// threads, children and timers. So the process must have no state but its
// memory and its standard files. It must not have changed files in its folder
// either, since the folder is restored before each run.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H
#define PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include <sys/types.h>

namespace pinstripe {

class DuplicableState {
public:
  /// The DuplicableState must be created before the run: it remembers the state
  /// of the working folder, so that it can notice changes later. `slot` is the
  /// number of the checkpoint that the process is to become; each checkpoint
  /// has output files of its own. `spec` and `outputs` must outlive the
  /// DuplicableState.
  DuplicableState(const LaunchSpec &spec, const OutputFiles &outputs,
                  uint32_t slot);

  /// Returns whether all state of `process` would be duplicated by a fork.
  /// Returns false if `process` has threads, for example: a fork does not copy
  /// them.
  bool isAllOf(pid_t process) const;

private:
  bool hasOnlyStandardFiles(pid_t process) const;
  bool hasItsFiles(pid_t process) const;

  const LaunchSpec &spec;
  const OutputFiles &outputs;
  uint32_t slot;
  /// Hash of the working folder before the run. The folder has changed if its
  /// hash is different later.
  uint64_t before = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H
