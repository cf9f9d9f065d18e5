// Answers system calls by which a program learns process ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/IdAnswers.h"
#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <linux/seccomp.h>
#include <sys/syscall.h>

using namespace pinstripe;

/// Returns the numbers in a line of a status file of /proc, such as
/// "NStgid: 4711 3".
static llvm::SmallVector<pid_t, 4> numbersOf(llvm::StringRef status,
                                             llvm::StringRef name) {
  llvm::StringRef line =
      status.split(("\n" + name + ":").str()).second.split('\n').first;
  llvm::SmallVector<pid_t, 4> numbers;
  for (llvm::StringRef rest = line.trim(); !rest.empty();
       rest = rest.split('\t').second) {
    pid_t number = 0;
    if (rest.split('\t').first.getAsInteger(10, number))
      return {};
    numbers.push_back(number);
  }
  return numbers;
}

/// Returns the ids of a process: first its id outside of the sandbox, last its
/// id inside. If the process is not in the sandbox, the last id is missing.
static llvm::SmallVector<pid_t, 4> processIds(llvm::StringRef status) {
  return numbersOf(status, "NStgid");
}

std::optional<pid_t> pinstripe::insideProcessId(pid_t thread) {
  auto ids = processIds(readProcessFile(thread, "status"));
  return ids.empty() ? std::nullopt : std::optional(ids.back());
}

static bool isServersId(pid_t id) {
  return id >= firstServerId && id < firstServerId + serverIds;
}

/// Returns true if a process with this id belongs to Pinstripe and forks runs.
static bool forksRuns(pid_t id) {
  return id == checkpointId || isServersId(id);
}

void IdAnswers::noteProcess(pid_t thread) {
  if (hasAskedNow || thread == mainThread)
    return;
  std::string status = readProcessFile(thread, "status");
  auto own = processIds(status);
  auto parentId = numbersOf(status, "PPid");
  if (own.empty() || parentId.empty())
    return;
  bool isMain = own.back() == runId || forksRuns(own.back());
  if (!isMain) {
    // The first process of a run is recognised by its fixed id, but not all
    // runs get such an id. So the parent of the process is looked at, too. If
    // the parent forks runs or is not in the sandbox, the process is the first
    // one of a run. Otherwise it is a child of the program.
    auto parent = processIds(readProcessFile(parentId.front(), "status"));
    isMain = parent.size() < own.size() || forksRuns(parent.back());
  }
  if (isMain)
    mainThread = thread;
  else
    hasAskedEver = hasAskedNow = true;
}

CallAnswer IdAnswers::answer(const seccomp_notif &call) {
  pid_t id = insideProcessId(static_cast<pid_t>(call.pid)).value_or(0);
  bool isServer = isServersId(id);
  long number = call.data.nr;
  if (isServer && (number == SYS_getpid || number == SYS_gettid))
    return {runId};
  if (number == SYS_getppid && (isServer || id == runId || id == checkpointId))
    return {1};
  hasAskedEver = hasAskedNow = true;
  return CallAnswer::kernels();
}
