// Starts lanes on the machines that mpirun has chosen, for `--lanes mpi`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MPILANES_H
#define PINSTRIPE_TOOLS_MPILANES_H

#include "pinstripe/Case/Lanes.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// Returns if this process is to do what its command line says. If mpirun has
/// started the process to be a lane of another one, it becomes the courier of
/// the lane, and the function does not return. All processes of mpirun have the
/// same command line.
void becomeLaneIfWanted(int argc, char **argv);

/// Returns a UsageError if mpirun has not started this process, or if there is
/// no program that carries messages by MPI.
llvm::Error checkMPI();
/// Returns the lanes of the other processes that mpirun has started. If they
/// can't be reached, the lanes say so themselves. Must be called once, after
/// `checkMPI`.
std::shared_ptr<LaneSource> startMPILanes();

/// The argument that makes the tool the process of a lane. Only couriers use
/// it, so it is not part of the command line that users know.
inline constexpr char serveLaneWord[] = "serve-lane";
/// Does the work of a lane, for the courier that has started this process.
/// Returns the exit status of the process.
int serveMPILane();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MPILANES_H
