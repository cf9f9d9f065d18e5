// Reads facts about single threads of a process from /proc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/ThreadFiles.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// Returns the id that the last line "NSpid:" of /proc/TID/status names. It is
/// the id of a thread in its sandbox.
static uint64_t idInSandbox(pid_t thread) {
  std::string status = readProcessFile(thread, "status");
  llvm::StringRef ids =
      llvm::StringRef(status).split("\nNSpid:").second.split('\n').first;
  uint64_t id = 0;
  return ids.rtrim().rsplit('\t').second.getAsInteger(10, id) ? 0 : id;
}

std::string pinstripe::readThreadFile(pid_t process, uint64_t thread,
                                      llvm::StringRef name) {
  for (pid_t each : threadsOf(process))
    if (idInSandbox(each) == thread)
      return readProcessFile(each, name);
  return "";
}
