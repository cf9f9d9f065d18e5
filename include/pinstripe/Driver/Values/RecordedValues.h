// Reads the values of variables in the recorded run, so that reports can show
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
#define PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/EventValues.h"

namespace pinstripe {

/// Returns the values that `events` (executions of statements) read and wrote
/// in the recorded run. Looks only at the last maxEventsWithValues of `events`,
/// since these lead up to the output. Runs the whole program once more to find
/// the values, and a few more times to find the content of library objects.
/// Returns no values if such a run would take long. Leaves out values that
/// can't be read.
ValuesOfEvents readRecordedValues(const RunnableCase &runnable,
                                  const EventSet &events);

/// Returns, for each event of `events` that assigns to variables, true if all
/// of these variables already had the assigned values before. Leaves out events
/// for which this is not known. To find the values, runs the whole program once
/// more.
std::map<uint32_t, bool> findUnchanged(const RunnableCase &runnable,
                                       const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_VALUES_RECORDEDVALUES_H
