// Compares the machine of a search with that of a lane, a process that makes
// runs for the search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_MACHINE_H
#define PINSTRIPE_REMOTE_MACHINE_H

#include "pinstripe/Remote/Messages.h"

namespace pinstripe {

/// Describes what the behaviour of the program of `launch` depends on: the
/// program's file, its libraries, and the processor of this machine. Returns an
/// error if the program or one of its libraries can't be read.
llvm::Expected<MachineTraits> describeMachine(const LaunchSpec &launch);
/// Describes what the outcome of a test of the program depends on: the
/// processor, the program, its libraries, the reference (a program that prints
/// what is right), check programs, and files that are named in arguments.
/// Leaves out files whose content is in `failing`. Any of the programs may be a
/// script.
llvm::Expected<MachineTraits> describeMachine(const FailingProgram &program,
                                              const Materials &failing);

/// Compares the machine of a lane with that of the searching process. Returns a
/// sentence about the first difference, such as "its /usr/lib/libm.so.6 is
/// another file"; empty if there is none.
std::string describeDifference(const MachineTraits &searching,
                               const MachineTraits &lane);

/// Returns what a lane's machine must have in common with this machine, on
/// which the search runs. `here` describes this machine.
RequiredMachine requireSame(MachineTraits here);
/// Returns an error with a sentence for the user if runs on this machine could
/// differ from those on the machine of the searching process. `describeHere`
/// describes this machine.
llvm::Error
checkMachine(const RequiredMachine &required,
             llvm::function_ref<llvm::Expected<MachineTraits>()> describeHere);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_MACHINE_H
