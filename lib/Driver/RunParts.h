//===- RunParts.h - Iterations and invocations as a partition ---*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_RUNPARTS_H
#define PINSTRIPE_LIB_DRIVER_RUNPARTS_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Of each event the first event of the innermost iteration whose body it
/// belongs to, be it through calls; itself if there is none.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Of each event the first event of its invocation.
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_RUNPARTS_H
