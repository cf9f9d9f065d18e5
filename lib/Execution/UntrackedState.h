//===- UntrackedState.h - Which programs can't be rewound -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_UNTRACKEDSTATE_H
#define PINSTRIPE_LIB_EXECUTION_UNTRACKEDSTATE_H

#include "pinstripe/Execution/ProcessFiles.h"

namespace pinstripe {

/// True if the program or a library of its own imports a function that
/// changes kernel state which /proc does not show: timers, alternate signal
/// stacks, resource limits, identities. Such a process can't be taken back
/// to its start. `mappings` are those at the entry point. A file that can't
/// be read counts as such.
bool usesUntrackedState(llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_UNTRACKEDSTATE_H
