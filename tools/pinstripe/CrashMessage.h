// The last message of the tool when it crashes or runs out of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CRASHMESSAGE_H
#define PINSTRIPE_TOOLS_CRASHMESSAGE_H

namespace pinstripe {

/// Makes the tool end with an error message and exit status 1 in three cases:
/// an allocation fails, a thread can't be started, or the tool crashes. No
/// result is lost, since the case directory holds all earlier results at any
/// moment.
void installCrashMessage();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CRASHMESSAGE_H
