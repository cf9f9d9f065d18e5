// Defines the answer of the tool to a system call that the sandbox has stopped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CALLANSWER_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CALLANSWER_H

#include <cstdint>

namespace pinstripe {

/// The tool's answer to a system call: a result, or an errno value if `error`
/// is not 0.
struct CallAnswer {
  int64_t value = 0;
  int error = 0;
  /// True if the tool leaves the answer to the kernel, which executes the call
  /// as if there were no filter.
  bool isKernels = false;

  static CallAnswer kernels() { return {0, 0, true}; }
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CALLANSWER_H
