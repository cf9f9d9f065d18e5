// What of a run is the user's own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_USERCODE_H
#define PINSTRIPE_LIB_REPORT_USERCODE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Where code of library headers was executed: the event of the nearest caller
/// in a file of the user's. None: the event is in such a file itself, or none
/// of its callers is.
std::optional<EventIndex> userCaller(const UnitTable &table, const Trace &trace,
                                     EventIndex event);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_USERCODE_H
