// Reads facts about single threads of a process from /proc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/ThreadFiles.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace pinstripe;

/// Returns the id that the last line "NSpid:" of /proc/PID/status names. It is
/// the id of a thread in its sandbox.
static uint64_t idInSandbox(pid_t process, llvm::StringRef task) {
  std::string status =
      readProcessFile(process, ("task/" + task + "/status").str());
  llvm::StringRef ids =
      llvm::StringRef(status).split("\nNSpid:").second.split('\n').first;
  uint64_t id = 0;
  return ids.rtrim().rsplit('\t').second.getAsInteger(10, id) ? 0 : id;
}

/// Returns the names of the entries of /proc/PID/task, one for each thread of a
/// process.
static std::vector<std::string> tasksOf(pid_t process) {
  std::vector<std::string> tasks;
  std::error_code error;
  std::string folder = "/proc/" + std::to_string(process) + "/task";
  for (llvm::sys::fs::directory_iterator each(folder, error), end;
       each != end && !error; each.increment(error))
    tasks.push_back(llvm::sys::path::filename(each->path()).str());
  return tasks;
}

std::string pinstripe::readThreadFile(pid_t process, uint64_t thread,
                                      llvm::StringRef name) {
  for (const std::string &task : tasksOf(process))
    if (idInSandbox(process, task) == thread)
      return readProcessFile(process, ("task/" + task + "/" + name).str());
  return "";
}

std::optional<uint64_t> pinstripe::processorTimeOf(pid_t process,
                                                   uint64_t thread) {
  std::string text = readThreadFile(process, thread, "schedstat");
  uint64_t time = 0;
  if (llvm::StringRef(text).split(' ').first.getAsInteger(10, time))
    return std::nullopt;
  return time;
}

bool pinstripe::hasAnyChildren(pid_t process) {
  return llvm::any_of(tasksOf(process), [&](const std::string &task) {
    return !readProcessFile(process, "task/" + task + "/children").empty();
  });
}
