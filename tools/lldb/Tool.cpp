// Runs the tool `pinstripe` as a child process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tool.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// Returns the path of the tool `pinstripe`. The tool is looked for beside the
/// plugin, then in the folder for programs of the same installation, and then
/// in PATH.
static llvm::Expected<std::string> findTool() {
  Dl_info info = {};
  ::dladdr(reinterpret_cast<void *>(&runTool), &info);
  llvm::SmallString<256> plugin;
  (void)fs::real_path(info.dli_fname ? info.dli_fname : "", plugin);
  llvm::StringRef folder = llvm::sys::path::parent_path(plugin);
  for (const char *place : {".", "../../../bin", "../../../../bin"}) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, place, "pinstripe");
    llvm::SmallString<256> real;
    if (fs::can_execute(path) && !fs::is_directory(path) &&
        !fs::real_path(path, real))
      return real.str().str();
  }
  if (auto path = llvm::sys::findProgramByName("pinstripe"))
    return *path;
  return llvm::make_error<UsageError>(
      "the tool `pinstripe` is neither beside " + plugin.str().str() +
      " nor in PATH");
}

static llvm::Error cannotStart(const std::string &tool, int number) {
  return llvm::make_error<EngineError>("can't start " + tool + ": " +
                                       llvm::sys::StrError(number));
}

/// Adds to `actions` what the child process must do before it executes the
/// tool. The file descriptor `output` becomes its standard output, and `folder`
/// becomes its current folder. Returns 0 or an errno value.
static int addActions(posix_spawn_file_actions_t &actions,
                      const std::string &folder, int output,
                      bool withMessages) {
  if (int number = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO,
                                                    "/dev/null", O_RDONLY, 0))
    return number;
  if (int number =
          posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO))
    return number;
  if (int number = withMessages
                       ? posix_spawn_file_actions_adddup2(&actions, output,
                                                          STDERR_FILENO)
                       : posix_spawn_file_actions_addopen(
                             &actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    return number;
  if (folder.empty())
    return 0;
  return posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
}

/// Starts the tool as a child process. The file descriptor `output` becomes its
/// standard output.
static llvm::Expected<pid_t> start(const std::string &tool,
                                   llvm::ArrayRef<std::string> words,
                                   const std::string &folder, int output,
                                   bool withMessages) {
  std::vector<std::string> copies = {tool};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char *> pointers;
  for (std::string &each : copies)
    pointers.push_back(each.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (int number = posix_spawn_file_actions_init(&actions))
    return cannotStart(tool, number);
  auto destroy = llvm::make_scope_exit(
      [&] { posix_spawn_file_actions_destroy(&actions); });
  if (int number = addActions(actions, folder, output, withMessages))
    return cannotStart(tool, number);
  pid_t child = 0;
  if (int number = posix_spawn(&child, tool.c_str(), &actions, nullptr,
                               pointers.data(), environ))
    return cannotStart(tool, number);
  return child;
}

/// Waits for the end of the tool, and returns its exit status in the same form
/// as runTool(). Returns an EngineError if the status is not known because the
/// debugger or another plugin has already waited for the tool.
static llvm::Expected<int> statusOf(const std::string &tool, pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return llvm::make_error<EngineError>(
          "how " + tool +
          " has ended is not known: " + llvm::sys::StrError(errno));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

llvm::Expected<int>
pinstripe::runTool(llvm::ArrayRef<std::string> words, const std::string &folder,
                   bool withMessages,
                   llvm::function_ref<void(llvm::StringRef)> write) {
  llvm::Expected<std::string> tool = findTool();
  if (!tool)
    return tool.takeError();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return cannotStart(*tool, errno);
  FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  llvm::Expected<pid_t> child =
      start(*tool, words, folder, writer.get(), withMessages);
  if (!child)
    return child.takeError();
  // The pipe ends only when all copies of its write end are closed. This
  // process closes its copy here; the only other copy belongs to the tool.
  writer = FileDescriptor();
  char buffer[1 << 14];
  for (;;) {
    ssize_t size = ::read(reader.get(), buffer, sizeof buffer);
    if (size > 0)
      write(llvm::StringRef(buffer, static_cast<size_t>(size)));
    else if (size == 0 || errno != EINTR)
      break;
  }
  return statusOf(*tool, *child);
}
