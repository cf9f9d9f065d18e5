// Finds the call in the user's code that led to an event in a library header.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_USERCODE_H
#define PINSTRIPE_LIB_REPORT_USERCODE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// For an event in code of library headers, returns the event of the user's
/// code that called it: the call in the nearest caller that is in a file of the
/// user. Returns nullopt if the event itself is in a file of the user, or if
/// none of its callers is in such a file.
std::optional<EventIndex> userCaller(const UnitTable &table, const Trace &trace,
                                     EventIndex event);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_USERCODE_H
