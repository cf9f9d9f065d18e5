// Runs a program to its end and collects its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SUBPROCESS_H
#define PINSTRIPE_SUPPORT_SUBPROCESS_H

#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

struct SandboxEntry;

/// Everything that determines a plain run. The program runs in a session of its
/// own without terminal, with default signal handlers, without open descriptors
/// above 2, and without core files.
struct SubprocessSpec {
  std::string program;                  ///< Path of the executable.
  std::string argument0;                ///< Empty: argv[0] is `program`.
  std::vector<std::string> arguments;   ///< All but argv[0].
  std::vector<std::string> environment; ///< All variables, as NAME=VALUE.
  std::string standardInput;            ///< A file; empty for /dev/null.
  /// Files that take the output. Existing files are overwritten.
  std::string standardOutput;
  std::string standardError;
  std::string
      workingDirectory; ///< Empty: the program runs in that of the tool.
  /// The sandbox in which the program runs, where the paths above are valid.
  /// Null: no sandbox.
  const SandboxEntry *sandbox = nullptr;
  /// Turns off address randomisation where the system permits that.
  bool fixedAddresses = true;
  double wallLimitSeconds = 10;
  uint64_t outputLimitBytes = 64u << 20;
  /// Size of the largest file that the program may write. At least
  /// `outputLimitBytes` is granted.
  uint64_t fileLimitBytes = 64u << 20;
  /// The run is ended when this becomes true; may be null.
  const std::atomic<bool> *interrupted = nullptr;
};

struct SubprocessResult {
  enum class Ending : uint8_t {
    Exited,      ///< The program ended by itself, with `status`.
    Signalled,   ///< `signal` ended the program, or stopped it for good.
    TimedOut,    ///< The wall time was up.
    OutputLimit, ///< The output grew beyond its limit.
    FileLimit,   ///< Another file grew beyond its limit.
    Interrupted, ///< The run was ended on request.
  } ending = Ending::Exited;
  int status = 0;
  int signal = 0;
  std::string standardOutput;
  std::string standardError;
  double seconds = 0;
};

/// Runs a program and waits for its end. Whatever it leaves running, daemons
/// included, is killed then, and nothing can outlive the calling thread.
/// Returns a UsageError for the input file or the working directory, a
/// FileError for the output files, and a TargetError if the program can't be
/// started.
llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUBPROCESS_H
