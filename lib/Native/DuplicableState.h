//===- DuplicableState.h - What a fork duplicates ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process in the middle of its run can be the start of others if it has
// nothing but its memory and its standard files: no other descriptors, whose
// positions its forks would share, no threads, children or timers, which they
// would lack, and if it has changed nothing in its folder, which is put back
// before each run.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_DUPLICABLESTATE_H
#define PINSTRIPE_LIB_NATIVE_DUPLICABLESTATE_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include <sys/types.h>

namespace pinstripe {

class DuplicableState {
public:
  /// All must outlive the object. Looks at the folder as it is before the run.
  /// Output goes to files of the checkpoint's own: those of its slot.
  DuplicableState(const LaunchSpec &spec, const OutputFiles &outputs,
                  uint32_t slot);

  /// Whether a fork of this process would have all of its state.
  bool isAllOf(pid_t process) const;

private:
  bool hasOnlyStandardFiles(pid_t process) const;
  bool hasItsFiles(pid_t process) const;

  const LaunchSpec &spec;
  const OutputFiles &outputs;
  uint32_t slot;
  uint64_t before = 0; ///< fingerprint of the folder
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_DUPLICABLESTATE_H
