// Starts processes that make runs (lanes) on the machines that mpirun has
// chosen, for `--lanes mpi`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MPILANES_H
#define PINSTRIPE_TOOLS_MPILANES_H

#include "pinstripe/Circumstance/TesterSource.h"
#include "llvm/Support/Error.h"
#include <CLI/CLI.hpp>
#include <memory>

namespace pinstripe {

/// Turns this process into the courier of a lane if mpirun has started it for
/// that. A courier carries messages between the lane and the process that
/// searches. If this process becomes a courier, the function does not return.
/// mpirun gives all processes the same command line. If the command line has
/// the option `--lanes mpi`, all processes but the one with rank 0 become
/// couriers.
void becomeLaneIfWanted(int argc, char **argv);

/// Returns the path of pinstripe-mpi, the program that carries messages by MPI.
/// Returns a UsageError if there is none.
llvm::Expected<std::string> findCourier();

/// Adds the option `--lanes` to a verb. The option says on which machines the
/// verb's runs are made.
void addLanePlace(CLI::App &options);
/// Returns true if the user wants lanes on other machines.
bool wantsOtherLanes(const CLI::App &options);
/// Returns the lanes (processes that make runs) that mpirun has started; null
/// if the user has not asked for such lanes. If the lanes can't be reached,
/// each use of them is an error. Returns a UsageError if another option
/// excludes such lanes, if mpirun has not started this process, or if the
/// program that carries messages by MPI is missing. Must be called once, before
/// the work of the verb begins. Afterwards, the environment of this process has
/// no variables of mpirun.
llvm::Expected<std::shared_ptr<TesterSource>>
startOtherLanes(const CLI::App &options);

/// The argument that makes the tool the process of a lane. Only couriers use
/// it, so it is not part of the command line that users know.
inline constexpr char serveLaneWord[] = "serve-lane";
/// Does the work of a lane, one of the workers that make tests in parallel.
/// This process was started by its courier, which passes on its messages.
/// Returns the exit status of this process.
int serveMPILane();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MPILANES_H
