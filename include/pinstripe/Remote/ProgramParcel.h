// Sends a failing program to another machine, and tests it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_PROGRAMPARCEL_H
#define PINSTRIPE_REMOTE_PROGRAMPARCEL_H

#include "pinstripe/Remote/Messages.h"
#include "pinstripe/Support/DirectoryTree.h"

namespace pinstripe {

/// Packs everything that another machine needs to test the program. Returns an
/// offer, the message that hands the program to a lane (a process that makes
/// runs for this one). The caller has to set the `number` of the offer.
llvm::Expected<LaneOffer> packProgram(const FailingProgram &program,
                                      const Materials &failing);

/// A program that another machine has sent, ready to be tested.
struct ReceivedProgram {
  TemporaryDirectory folder; ///< The scratch directory of the tests.
  std::unique_ptr<const FailingProgram> program;
  std::unique_ptr<RunTester> tester;
};

/// Gets ready for tests of a program that `packProgram` has packed. Returns an
/// error with a sentence for the user if this machine differs from the one on
/// which the program was packed, or if the program does not fail here. The runs
/// get more time on a slower machine, and if `sharing`, the number of lanes for
/// each processor, is more than 1. The work ends early when `interrupted` is
/// set; the flag must outlive the result.
llvm::Expected<ReceivedProgram>
unpackProgram(ProgramOffer offer, const RequiredMachine &machine,
              unsigned sharing, const std::atomic<bool> &interrupted);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_PROGRAMPARCEL_H
