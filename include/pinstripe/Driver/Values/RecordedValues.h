// Reads the values of variables in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
#define PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/EventValues.h"

namespace pinstripe {

/// Returns what these events read and wrote in the recorded run, for the last
/// maxEventsWithValues of them, which lead up to the output. To find out, runs
/// the whole program once more, unless that would take long; for the content of
/// library objects, a few times. Values that can't be read are left out.
ValuesOfEvents readRecordedValues(const RunnableCase &runnable,
                                  const EventSet &events);

/// For each of these events that assigns to variables, tells whether the
/// variables had the same values before. Events for which that is not known are
/// left out. To find out, runs the whole program once more.
std::map<uint32_t, bool> findUnchanged(const RunnableCase &runnable,
                                       const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
