// Sends a recorded case to another machine, and opens it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_CASEPARCEL_H
#define PINSTRIPE_REMOTE_CASEPARCEL_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Remote/Messages.h"
#include "pinstripe/Support/DirectoryTree.h"

namespace pinstripe {

/// Describes this machine, as far as it decides what the program of `launch`
/// does. Returns an error if the program or one of its libraries can't be read.
llvm::Expected<MachineTraits> describeMachine(const LaunchSpec &launch);

/// Compares the machine of a lane with that of the searching process. Returns a
/// sentence about the first difference, such as "its /usr/lib/libm.so.6 is
/// another file"; empty if there is none.
std::string describeDifference(const MachineTraits &searching,
                               const MachineTraits &lane);

/// Describes this build of Pinstripe.
std::string describeTool();

/// Packs all that another machine needs for runs of the case.
llvm::Expected<CaseOffer> packCase(const RunnableCase &runnable);

/// A case that was sent here, in a temporary folder.
struct ReceivedCase {
  TemporaryDirectory folder;
  OpenCase open;
};

/// Opens a case that `packCase` has packed. Checks that this machine is like
/// the one on which it was packed, and that a run of the program records the
/// same trace here. Otherwise returns an error with a sentence for the user.
/// The work ends early when `interrupted` is set.
llvm::Expected<ReceivedCase> unpackCase(const CaseOffer &offer,
                                        const std::atomic<bool> &interrupted);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_CASEPARCEL_H
