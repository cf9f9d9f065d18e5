//===- Interrupt.h - Ctrl-C ends with the best so far -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_INTERRUPT_H
#define PINSTRIPE_SUPPORT_INTERRUPT_H

#include <atomic>

namespace pinstripe {

/// From now on SIGINT, SIGTERM and SIGHUP only set the flag returned, for the
/// work in progress to look at; a second one, a tenth of a second later or
/// more, ends the process at once with exit status 130. Signals that the caller
/// of the tool has set to be ignored (nohup, background jobs) stay ignored.
const std::atomic<bool> &watchForInterrupts();

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_INTERRUPT_H
