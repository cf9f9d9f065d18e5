// Reads the values of variables in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
#define PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/EventValues.h"

namespace pinstripe {

/// Returns which values these events read and wrote in the recorded run. Of
/// many events, only the last maxEventsWithValues are looked at, which lead up
/// to the output. To find the values, runs the whole program once more, unless
/// that would take long; for the content of library objects, a few times.
/// Values that can't be read are left out.
ValuesOfEvents readRecordedValues(const RunnableCase &runnable,
                                  const EventSet &events);

/// Finds those of these events that assign to variables, and tells for each
/// whether the variables had the same values before. Leaves out events for
/// which that is not known. Runs the whole program once more for this.
std::map<uint32_t, bool> findUnchanged(const RunnableCase &runnable,
                                       const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
