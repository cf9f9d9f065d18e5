// Checks that a fork of a process would have all of its state.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other runs can start from a process in the middle of its run if its state is
// only its memory and its standard files. Forks would share the positions of
// other descriptors, and would lack threads, children and timers. The process
// must not have changed its folder either, since that is restored before each
// run.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H
#define PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include <sys/types.h>

namespace pinstripe {

class DuplicableState {
public:
  /// Notes the state of the folder before the run. `slot` is that of the
  /// checkpoint, whose output goes to files of that slot. The other arguments
  /// must outlive the object.
  DuplicableState(const LaunchSpec &spec, const OutputFiles &outputs,
                  uint32_t slot);

  /// Returns whether a fork of this process would have all of its state.
  bool isAllOf(pid_t process) const;

private:
  bool hasOnlyStandardFiles(pid_t process) const;
  bool hasItsFiles(pid_t process) const;

  const LaunchSpec &spec;
  const OutputFiles &outputs;
  uint32_t slot;
  uint64_t before = 0; ///< Fingerprint of the folder before the run.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_DUPLICABLESTATE_H
