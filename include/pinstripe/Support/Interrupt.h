// Turns Ctrl-C into a flag, so that work can stop with the best result so far.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_INTERRUPT_H
#define PINSTRIPE_SUPPORT_INTERRUPT_H

#include <atomic>

namespace pinstripe {

/// Lets SIGINT, SIGTERM and SIGHUP only set the returned flag; the work in
/// progress has to look at it. A second signal, at least a tenth of a second
/// later, ends the process at once with exit status 130. Signals that were
/// ignored when the tool was started (nohup, background jobs) stay ignored.
const std::atomic<bool> &catchInterrupts();

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_INTERRUPT_H
