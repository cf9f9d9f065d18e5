// Reads facts about processes from /proc, such as their state and children.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <csignal>
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
