// Compares two machines: that of the process that searches, and that of a lane,
// which makes runs for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_MACHINE_H
#define PINSTRIPE_REMOTE_MACHINE_H

#include "pinstripe/Remote/Messages.h"

namespace pinstripe {

/// Describes this machine, as far as it decides what the program of `launch`
/// does. Returns an error if the program or one of its libraries can't be read.
llvm::Expected<MachineTraits> describeMachine(const LaunchSpec &launch);
/// Describes this machine, as far as it decides how a test of the program comes
/// out. Also looks at the reference, at check programs, and at files that
/// arguments name, unless `failing` has their content. Any of the programs may
/// be a script.
llvm::Expected<MachineTraits> describeMachine(const FailingProgram &program,
                                              const Materials &failing);

/// Compares the machine of a lane with that of the searching process. Returns a
/// sentence about the first difference, such as "its /usr/lib/libm.so.6 is
/// another file"; empty if there is none.
std::string describeDifference(const MachineTraits &searching,
                               const MachineTraits &lane);

/// Describes what a lane's machine must have. `here` describes this machine, on
/// which the search runs.
RequiredMachine requireSame(MachineTraits here);
/// Returns an error with a sentence for the user if runs on this machine could
/// differ from those on the machine of the searching process. `describeHere`
/// describes this machine.
llvm::Error
checkMachine(const RequiredMachine &required,
             llvm::function_ref<llvm::Expected<MachineTraits>()> describeHere);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_MACHINE_H
