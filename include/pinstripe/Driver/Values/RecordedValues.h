// Reads the values of variables in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
#define PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/EventValues.h"

namespace pinstripe {

/// Returns what these events read and wrote in the recorded run, for at most
/// maxEventsWithValues events. This executes the whole run once more, unless
/// that would take long. Values that can't be read are missing.
ValuesOfEvents readRecordedValues(const RunnableCase &runnable,
                                  const EventSet &events);

/// Says for each of these events that assigns to variables whether it wrote the
/// values that were there before. Events of which that is not known are
/// missing. Executes the run once more, too.
std::map<uint32_t, bool> findUnchanged(const RunnableCase &runnable,
                                       const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
