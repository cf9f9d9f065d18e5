// Finds the call in the user's code that led to an event in a library header.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_USERCODE_H
#define PINSTRIPE_LIB_REPORT_USERCODE_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Returns the call in the user's code that led to an event in a library
/// header. The nearest caller that is in a file of the user made this call.
/// Returns nullopt if the event itself is in a file of the user, or if no
/// caller is in such a file.
std::optional<EventIndex> userCaller(const UnitTable &table, const Trace &trace,
                                     EventIndex event);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_USERCODE_H
