// Runs the unmodified program, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlainRun.h"
#include "Rounds.h"
#include "pinstripe/Support/Error.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

using namespace pinstripe;

static std::vector<char *> pointersTo(const std::string *first,
                                      const std::vector<std::string> &rest) {
  std::vector<char *> pointers;
  if (first)
    pointers.push_back(const_cast<char *>(first->c_str()));
  for (const std::string &each : rest)
    pointers.push_back(const_cast<char *>(each.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

llvm::Expected<double> bench::timePlainRun(const LaunchSpec &launch,
                                           const std::string &outputFile) {
  std::vector<char *> arguments =
      pointersTo(&launch.argument0, launch.arguments);
  std::vector<char *> environment = pointersTo(nullptr, launch.environment);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, launch.standardInput.c_str(),
                                   O_RDONLY, 0);
  for (int descriptor : {1, 2})
    posix_spawn_file_actions_addopen(
        &files, descriptor,
        (outputFile + (descriptor == 2 ? ".err" : "")).c_str(),
        O_WRONLY | O_CREAT | O_TRUNC, 0644);
  int status = 0, code = 0;
  double seconds = secondsOf([&] {
    pid_t child = 0;
    code = posix_spawn(&child, launch.program.c_str(), &files, nullptr,
                       arguments.data(), environment.data());
    while (code == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
      continue;
  });
  posix_spawn_file_actions_destroy(&files);
  if (code != 0)
    return llvm::make_error<TargetError>("can't start " + launch.program +
                                         ": " + std::strerror(code));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return llvm::make_error<TargetError>(launch.program +
                                         ": the plain run fails");
  return seconds;
}
