// Describes kept events, which are not skipped, to the user of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_EVENTTEXT_H
#define PINSTRIPE_TOOLS_LLDB_EVENTTEXT_H

#include "ReplaySession.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Returns the number of an event as users see it, counted from 1.
std::string numberOf(EventIndex event);

/// Writes the number that an event has in the run, and its number among the
/// kept events: "event 9, 3 of 15 kept: sum.c:12 #3 `sum = sum + a`".
void writeHeading(const ReplaySession &session, EventIndex event,
                  llvm::raw_ostream &stream);

/// Lists the present event, and the kept events next to it: up to `around`
/// events before it and up to `around` events after it.
void writeList(const ReplaySession &session, size_t around,
               llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_EVENTTEXT_H
