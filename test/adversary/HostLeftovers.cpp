// Finds processes, descriptors and shared objects that outlive a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostLeftovers.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::adversary;

static std::vector<std::string> entriesOf(const char *path) {
  std::vector<std::string> names;
  DIR *folder = ::opendir(path);
  while (struct dirent *entry = folder ? ::readdir(folder) : nullptr)
    names.push_back(entry->d_name);
  if (folder)
    ::closedir(folder);
  return names;
}

static std::vector<pid_t> numbersIn(const char *path) {
  std::vector<pid_t> result;
  for (const std::string &name : entriesOf(path)) {
    pid_t number;
    if (llvm::to_integer(name, number))
      result.push_back(number);
  }
  return result;
}

/// Returns the children of all threads of a process.
static std::vector<pid_t> childrenOfAllThreads(pid_t pid) {
  std::vector<pid_t> result;
  std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (pid_t task : numbersIn(tasks.c_str())) {
    std::string text =
        readProcessFile(pid, "task/" + std::to_string(task) + "/children");
    llvm::SmallVector<llvm::StringRef> numbers;
    llvm::SplitString(text, numbers);
    for (llvm::StringRef each : numbers)
      if (pid_t child; llvm::to_integer(each, child))
        result.push_back(child);
  }
  return result;
}

/// Returns the name of the program that a process runs. Returns an empty text
/// for a zombie that is a child of this process, since orphans become children
/// of this process. The engine reaps its own children.
static std::string programOf(pid_t pid, bool isOurChild) {
  std::string program = readProcessLink(pid, "exe");
  if (!program.empty())
    return llvm::sys::path::filename(program).str();
  return isOurChild ? "" : "ended";
}

static void addDescendants(pid_t pid, std::map<pid_t, std::string> &found) {
  for (pid_t child : childrenOfAllThreads(pid)) {
    if (found.count(child))
      continue;
    std::string program = programOf(child, pid == ::getpid());
    if (!program.empty())
      found[child] = program;
    addDescendants(child, found);
  }
}

std::map<pid_t, std::string> pinstripe::adversary::descendants() {
  std::map<pid_t, std::string> result;
  addDescendants(::getpid(), result);
  return result;
}

static bool isMarked(pid_t pid, const std::string &mark) {
  std::string variables(1, '\0');
  variables += readProcessFile(pid, "environ");
  return variables.find('\0' + mark + '\0') != std::string::npos;
}

std::map<pid_t, std::string>
pinstripe::adversary::processes(const std::string &mark) {
  std::map<pid_t, std::string> result = descendants();
  for (pid_t pid : numbersIn("/proc"))
    if (pid != ::getpid() && !result.count(pid) && isMarked(pid, mark))
      result[pid] = programOf(pid, /*isOurChild=*/false);
  return result;
}

std::map<std::string, unsigned>
pinstripe::adversary::kindsOf(const std::map<pid_t, std::string> &processes) {
  std::map<std::string, unsigned> kinds;
  for (const auto &[pid, program] : processes)
    ++kinds[program];
  return kinds;
}

std::vector<std::string>
pinstripe::adversary::surplus(const std::map<std::string, unsigned> &found,
                              const std::map<std::string, unsigned> &allowed) {
  std::vector<std::string> result;
  for (const auto &[program, count] : found) {
    auto before = allowed.find(program);
    unsigned limit = before == allowed.end() ? 0 : before->second;
    if (count > limit)
      result.push_back(llvm::utostr(count) + " x " + program + ", " +
                       llvm::utostr(limit) + " there before");
  }
  return result;
}

void pinstripe::adversary::adoptOrphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void pinstripe::adversary::endProcesses(const std::string &mark) {
  for (int round = 0; round < 100; ++round) {
    std::map<pid_t, std::string> left = processes(mark);
    if (left.empty())
      return;
    for (const auto &[pid, program] : left)
      ::kill(pid, SIGKILL);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    ::usleep(10000);
  }
}

unsigned pinstripe::adversary::openDescriptors() {
  return static_cast<unsigned>(entriesOf("/proc/self/fd").size());
}

/// Returns whether an object of System V with this key exists. Each line of
/// /proc/sysvipc begins with the key of an object.
static bool hasSysVObject(const char *kind, long key) {
  std::string path = "sysvipc/" + std::string(kind);
  int file = ::open(("/proc/" + path).c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  char part[4096];
  for (ssize_t size; (size = ::read(file, part, sizeof part)) > 0;)
    text.append(part, static_cast<size_t>(size));
  ::close(file);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.ltrim().split(' ').first == llvm::itostr(key))
      return true;
  return false;
}

static bool hasQueue(const std::string &name) {
  mqd_t queue = ::mq_open(name.c_str(), O_RDONLY);
  if (queue >= 0)
    ::mq_close(queue);
  return queue >= 0;
}

std::vector<std::string> pinstripe::adversary::sharedObjects(long key) {
  std::vector<std::string> result;
  for (const char *kind : {"shm", "msg", "sem"})
    if (hasSysVObject(kind, key))
      result.push_back("a SysV object: " + std::string(kind));
  std::string name = "/pinstripe-adversary-" + std::to_string(key);
  if (hasQueue(name))
    result.push_back("a POSIX queue");
  for (const std::string &path : {"/dev/shm" + name, "/tmp" + name,
                                  "/tmp/adversary-" + std::to_string(key)})
    if (::access(path.c_str(), F_OK) == 0)
      result.push_back(path);
  return result;
}
