//===- ProcessState.cpp - Whether a process runs, sleeps, ... -------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/AtomicFile.h"
#include <chrono>
#include <csignal>
#include <thread>

using namespace pinstripe;

char pinstripe::processState(pid_t pid) {
  auto text = readFile("/proc/" + std::to_string(pid) + "/stat");
  if (!text) {
    llvm::consumeError(text.takeError()); // there is none
    return '\0';
  }
  // After the name, which may hold anything but ends at the last bracket.
  llvm::StringRef rest = llvm::StringRef(*text).rsplit(')').second.ltrim();
  return rest.empty() ? '\0' : rest.front();
}

bool pinstripe::hasEnded(pid_t pid) {
  char state = processState(pid);
  return state == '\0' || state == 'Z' || state == 'X';
}

/// It leaves the stop at once, and ends soon.
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
