// Describes the current stack frame to the user of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_FRAMETEXT_H
#define PINSTRIPE_TOOLS_LLDB_FRAMETEXT_H

#include "ReplaySession.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Selects the frame in which the program has stopped, and writes it with the
/// source lines around it. The text is LLDB's, with one exception: for code to
/// which the compiler gave the line 0, LLDB would show the first line of the
/// function. If the program is at the beginning of an event, the lines around
/// the event's statement are shown instead.
void writeFrame(lldb::SBDebugger &debugger, ReplaySession &session,
                llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_FRAMETEXT_H
