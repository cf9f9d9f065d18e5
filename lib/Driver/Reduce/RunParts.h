// Divides a run into iterations or invocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_RUNPARTS_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_RUNPARTS_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Returns for each event the first event of the innermost iteration with the
/// event in its body or in calls of the body. An event outside of loops is
/// returned itself.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Returns for each event the first event of its invocation.
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_RUNPARTS_H
