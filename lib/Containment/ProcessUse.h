// Measures the memory, processes and open files of a sandbox, to limit them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H
#define PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H

#include "pinstripe/Containment/Sandbox.h"

namespace pinstripe {

/// Finds out for Sandbox::use how many processes a sandbox has, how much memory
/// they use, and whether one of them has reached its limit of open files.
/// `processes` is an open descriptor of the sandbox's folder /proc. If there
/// are more than `maxProcesses` processes, only counts them.
SandboxUse measureUse(int processes, unsigned maxProcesses);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_PROCESSUSE_H
