// Turns Ctrl-C into a flag, so that a search can stop and return its best
// result so far.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_INTERRUPT_H
#define PINSTRIPE_SUPPORT_INTERRUPT_H

#include <atomic>

namespace pinstripe {

/// Makes SIGINT, SIGTERM and SIGHUP set the returned flag instead of ending the
/// process. The work in progress must look at the flag and stop. A second
/// signal, more than a tenth of a second later, ends the process at once with
/// exit status 130. Signals that were ignored when the tool was started (nohup,
/// background jobs) stay ignored.
const std::atomic<bool> &catchInterrupts();

/// Sets the text that is written to standard error when a second signal ends
/// the process. For example, the text may restore the state of a terminal.
/// `text` must never be freed. Null means that nothing is written.
void setLastWords(const char *text);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_INTERRUPT_H
