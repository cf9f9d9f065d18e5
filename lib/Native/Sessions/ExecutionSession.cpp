// Executes many runs of a program, each as a fork of a process that is kept
// ready.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/ExecutionSession.h"
#include "Server/DuplicableState.h"

using namespace pinstripe;

llvm::Expected<bool> ExecutionSession::makeCheckpoint(const LaunchSpec &itsSpec,
                                                      uint32_t slot,
                                                      size_t event) {
  DuplicableState state(itsSpec, tools.outputs, slot);
  llvm::Expected<pid_t> process = server().makeCheckpoint(slot, itsSpec);
  if (!process)
    return process.takeError();
  if (*process != 0 && state.isAllOf(*process))
    return true;
  if (*process != 0)
    server().dropCheckpoint(slot);
  limit = event;
  return false;
}
