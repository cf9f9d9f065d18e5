// Tells which programs can't be rewound to their start, since they can change
// kernel state that /proc does not show.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_UNTRACKEDSTATE_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_UNTRACKEDSTATE_H

#include "pinstripe/Execution/ProcessFiles.h"

namespace pinstripe {

/// Returns whether the program or one of its own libraries imports a function
/// that changes kernel state which /proc does not show: timers, alternate
/// signal stacks, resource limits, identities. A process of such a program
/// can't be rewound to its start. `mappings` are the mappings of the process at
/// its entry point. If a file can't be read, returns true.
bool usesUntrackedState(llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_UNTRACKEDSTATE_H
