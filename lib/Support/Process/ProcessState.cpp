// Tells whether a process runs, sleeps, has stopped or has ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/AtomicFile.h"
#include <chrono>
#include <csignal>
#include <thread>

using namespace pinstripe;

char pinstripe::processState(pid_t pid) {
  auto text = readFile("/proc/" + std::to_string(pid) + "/stat");
  if (!text) {
    llvm::consumeError(text.takeError()); // there is no such process
    return '\0';
  }
  // The state follows the name, which ends at the last bracket.
  llvm::StringRef rest = llvm::StringRef(*text).rsplit(')').second.ltrim();
  return rest.empty() ? '\0' : rest.front();
}

bool pinstripe::hasEnded(pid_t pid) {
  char state = processState(pid);
  return state == '\0' || state == 'Z' || state == 'X';
}

/// Waits up to a second: a killed process leaves the stop at once, but ends a
/// little later.
bool pinstripe::wasKilledAtStop(pid_t pid) {
  for (int i = 0; i < 1000; ++i) {
    if (hasEnded(pid))
      return true;
    if (processState(pid) == 't')
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void pinstripe::continueIfStopped(pid_t pid) {
  if (processState(pid) == 'T')
    ::kill(pid, SIGCONT);
}
