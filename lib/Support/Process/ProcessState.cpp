// Reads facts about processes from /proc, such as their state and children.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <thread>

using namespace pinstripe;

/// Reads a file of a process in /proc. Reads it as a stream, since stat says
/// that the size of such files is 0.
static auto readFrom(pid_t pid, const llvm::Twine &name) {
  return llvm::MemoryBuffer::getFileAsStream("/proc/" + llvm::Twine(pid) + "/" +
                                             name);
}

std::string pinstripe::readProcessFile(pid_t pid, llvm::StringRef name) {
  auto file = readFrom(pid, name);
  return file ? (*file)->getBuffer().str() : "";
}

std::optional<std::vector<pid_t>> pinstripe::childrenOf(pid_t pid) {
  auto file = readFrom(pid, "task/" + llvm::Twine(pid) + "/children");
  if (!file)
    return std::nullopt;
  std::vector<pid_t> children;
  for (llvm::StringRef word : llvm::split((*file)->getBuffer(), ' '))
    if (pid_t child = 0; llvm::to_integer(word, child, 10))
      children.push_back(child);
  return children;
}

bool pinstripe::hasChildren(pid_t pid) {
  return !childrenOf(pid).value_or(std::vector<pid_t>()).empty();
}

char pinstripe::processState(pid_t pid) {
  std::string text = readProcessFile(pid, "stat");
  // In /proc/PID/stat the letter of the state comes after the program's name,
  // which may contain anything and ends with the last `)`.
  llvm::StringRef rest = llvm::StringRef(text).rsplit(')').second.ltrim();
  return rest.empty() ? '\0' : rest.front();
}

std::vector<pid_t> pinstripe::threadsOf(pid_t pid) {
  std::vector<pid_t> threads;
  std::string path = "/proc/" + std::to_string(pid) + "/task";
  DIR *folder = ::opendir(path.c_str());
  if (!folder)
    return threads;
  while (struct dirent *entry = ::readdir(folder))
    if (llvm::isDigit(entry->d_name[0]))
      threads.push_back(std::atoi(entry->d_name));
  ::closedir(folder);
  return threads;
}

bool pinstripe::waitsForAnswer(pid_t thread) {
  // The file `wchan` names the kernel's function in which the thread waits.
  return llvm::StringRef(readProcessFile(thread, "wchan")).contains("seccomp");
}

bool pinstripe::hasEnded(pid_t pid) {
  char state = processState(pid);
  return state == '\0' || state == 'Z' || state == 'X';
}

/// A process may be killed while ptrace has stopped it. Such a process first
/// continues, and ends a moment later. So this function waits for up to a
/// second to see the end.
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
