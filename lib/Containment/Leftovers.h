//===- Leftovers.h - What outlives processes --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H
#define PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H

namespace pinstripe {

/// Removes shared memory, semaphores and message queues of this namespace, by
/// System V and of POSIX; the latter are in the folder `queues`.
void removeLeftovers(const char *queues);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_LEFTOVERS_H
