// Estimates from a run's dependences which parts of the run its output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_DEPENDENCEPRIOR_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_DEPENDENCEPRIOR_H

#include "Reduce/MissingEvents.h"
#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Reduction/ElementPrior.h"

namespace pinstripe {

/// Returns an object that finds the events whose values a test lacked (see
/// MissingEvents). `recorded` and `control` must outlive the object. `control`
/// tells which decisions and calls led to each event; it is null in trace flow,
/// where the recording decides what is executed.
std::unique_ptr<MissingEvents> missingEventsFor(const OutputDependences &output,
                                                const RecordedCase &recorded,
                                                const ControlTree *control);

/// Estimates how likely it is that each element (a removable part of the run)
/// is needed. Elements that compute a value of the output are the most likely.
/// The second most likely are elements on which the output depends in another
/// way, such as by an address. The least likely are elements on which the
/// output does not depend. Elements are of the same kind if they are instances
/// of one statement and have the same estimate.
///
/// The reduction begins with the events that compute the values of the output,
/// and with the calls and decisions that lead to these events. Each element
/// must be a single instance.
ElementPrior priorOf(const OutputDependences &output,
                     const MissingEvents &missing, const RecordedCase &recorded,
                     const ElementMap &elements, const ControlTree *control);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_DEPENDENCEPRIOR_H
