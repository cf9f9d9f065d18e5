// Tells the code of the user from that of libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_USERCODE_H
#define PINSTRIPE_LIB_REPORT_USERCODE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// For an event in code of library headers, returns the event of the nearest
/// caller in a file of the user. Returns none if the event is in such a file
/// itself, or if none of its callers is.
std::optional<EventIndex> userCaller(const UnitTable &table, const Trace &trace,
                                     EventIndex event);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_USERCODE_H
