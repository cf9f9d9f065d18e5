// Answers system calls by which a program learns process ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/IdAnswers.h"
#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/SandboxEntry.h"
#include <linux/seccomp.h>
#include <sys/syscall.h>

using namespace pinstripe;

// The status file of a thread has a line such as "NStgid: 4711 3". The first
// number is the id of the thread's process outside of the sandbox, the second
// its id inside.
std::optional<pid_t> pinstripe::insideProcessId(pid_t thread) {
  std::string status = readProcessFile(thread, "status");
  llvm::StringRef ids =
      llvm::StringRef(status).split("\nNStgid:").second.split('\n').first;
  pid_t found = 0;
  if (ids.rsplit('\t').second.getAsInteger(10, found))
    return std::nullopt;
  return found;
}

CallAnswer IdAnswers::answer(const seccomp_notif &call) {
  pid_t id = insideProcessId(static_cast<pid_t>(call.pid)).value_or(0);
  bool isServer = id >= firstServerId && id < firstServerId + serverIds;
  long number = call.data.nr;
  if (isServer && (number == SYS_getpid || number == SYS_gettid))
    return {runId};
  if (number == SYS_getppid && (isServer || id == runId || id == checkpointId))
    return {1};
  hasAskedEver = hasAskedNow = true;
  return CallAnswer::kernels();
}
