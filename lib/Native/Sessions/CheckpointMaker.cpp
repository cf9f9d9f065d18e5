// Makes checkpoints, for sessions whose runs can start in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/CheckpointMaker.h"
#include "Server/DuplicableState.h"

using namespace pinstripe;

llvm::Expected<bool> CheckpointMaker::make(const LaunchSpec &spec,
                                           uint32_t slot, size_t event) {
  DuplicableState state(spec, outputs, slot);
  llvm::Expected<pid_t> process = session.server().makeCheckpoint(slot, spec);
  if (!process)
    return process.takeError();
  if (*process != 0 && state.isAllOf(*process))
    return true;
  if (*process != 0)
    session.server().dropCheckpoint(slot);
  limit = event;
  return false;
}
