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
  std::string program; ///< The path of the executable.
  /// The program's argv[0]; if empty, argv[0] is `program`.
  std::string argument0;
  std::vector<std::string> arguments; ///< The arguments without argv[0].
  /// All environment variables, as NAME=VALUE.
  std::vector<std::string> environment;
  /// The path of the input file; if empty, the input is /dev/null.
  std::string standardInput;
  /// The files that receive the output. Existing files are overwritten.
  std::string standardOutput;
  std::string standardError;
  /// The program's working directory; empty if that is the tool's own.
  std::string workingDirectory;
  /// The sandbox in which the program runs; all paths of this structure are
  /// paths in the sandbox. Null: no sandbox.
  const SandboxEntry *sandbox = nullptr;
  /// Whether to turn off address randomisation where the system permits that.
  bool fixedAddresses = true;
  double wallLimitSeconds = 10;
  uint64_t outputLimitBytes = 64u << 20;
  /// The size of the largest file that the program may write. If this is less
  /// than `outputLimitBytes`, `outputLimitBytes` applies to files, too.
  uint64_t fileLimitBytes = 64u << 20;
  /// A flag that ends the run when it becomes true; may be null.
  const std::atomic<bool> *interrupted = nullptr;
};

struct SubprocessResult {
  enum class Ending : uint8_t {
    Exited,      ///< The program ended by itself, with `status`.
    Signalled,   ///< `signal` ended the program, or stopped it for good.
    TimedOut,    ///< The program exceeded its limit of wall time.
    OutputLimit, ///< The output of the program grew beyond its limit.
    /// A file other than the output grew beyond the limit on file size.
    FileLimit,
    Interrupted, ///< The flag `interrupted` ended the run.
  } ending = Ending::Exited;
  int status = 0;
  int signal = 0;
  std::string standardOutput;
  std::string standardError;
  double seconds = 0;
};

/// Runs a program and waits for its end. Then kills whatever the program leaves
/// running, daemons included; nothing can outlive the calling thread. Returns a
/// UsageError for the input file or the working directory, a FileError for the
/// output files, and a TargetError if the program can't be started.
llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUBPROCESS_H
