// Sends a case (a recorded run with its files) to another machine, and opens it
// there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_CASEPARCEL_H
#define PINSTRIPE_REMOTE_CASEPARCEL_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Remote/Messages.h"
#include "pinstripe/Support/DirectoryTree.h"

namespace pinstripe {

/// Packs all that another machine needs for runs of the case. Returns an offer,
/// the message that hands the case to a lane (a process that makes runs for
/// this one). The caller has to set the `number` of the offer.
llvm::Expected<LaneOffer> packCase(const RunnableCase &runnable);

/// A case that another machine has sent, unpacked in a temporary folder.
struct ReceivedCase {
  TemporaryDirectory folder;
  OpenCase open;
};

/// Opens a case that `packCase` has packed. Checks that this machine is like
/// the one on which it was packed, and that a run of the program records the
/// same trace here. If not, returns an error with a sentence for the user. The
/// work ends early when `interrupted` is set.
llvm::Expected<ReceivedCase> unpackCase(const CaseOffer &offer,
                                        const RequiredMachine &machine,
                                        const std::atomic<bool> &interrupted);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_CASEPARCEL_H
