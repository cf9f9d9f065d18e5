// Runs a program to its end and collects its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SUBPROCESS_H
#define PINSTRIPE_SUPPORT_SUBPROCESS_H

#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

struct SandboxEntry;

/// Describes a plain run, which is a run without recording or changes. The
/// program runs in a session of its own without a terminal, with default signal
/// handlers, without open descriptors above 2, and without core files.
struct SubprocessSpec {
  std::string program; ///< Path of the program that is run.
  /// The program's argv[0]; if it is empty, `program` is used.
  std::string argument0;
  /// The program's arguments, without argv[0].
  std::vector<std::string> arguments;
  /// All environment variables, as NAME=VALUE.
  std::vector<std::string> environment;
  /// Path of the file that is the program's standard input. If it is empty, the
  /// input is /dev/null.
  std::string standardInput;
  /// Paths of the files that receive the program's standard output and standard
  /// error. Existing files are overwritten.
  std::string standardOutput;
  std::string standardError;
  /// Path of the working directory. If it is empty, the program has the working
  /// directory of this process.
  std::string workingDirectory;
  /// The sandbox in which the program runs; null for no sandbox. All paths in
  /// this structure are as seen in the sandbox.
  const SandboxEntry *sandbox = nullptr;
  /// True if the program runs without address space randomisation, provided
  /// that the system permits it.
  bool fixedAddresses = true;
  double wallLimitSeconds = 10;
  uint64_t outputLimitBytes = 64u << 20;
  /// Maximum size in bytes of each file that the program writes. The program's
  /// output has its own limit, `outputLimitBytes`. But the kernel has only one
  /// limit for all files, so the larger one of the two limits applies to each
  /// file.
  uint64_t fileLimitBytes = 64u << 20;
  /// A flag that ends the run when it becomes true. May be null.
  const std::atomic<bool> *interrupted = nullptr;
  /// A function that is called every 50 ms during the run, with the process id
  /// of the program. The run is ended when it returns true. May be empty.
  std::function<bool(pid_t)> mustEnd = nullptr;
};

struct SubprocessResult {
  enum class Ending : uint8_t {
    Exited, ///< The program ended by itself.
    /// A signal has ended the program, or has stopped it and nothing could
    /// continue it.
    Signalled,
    TimedOut,    ///< The program ran for longer than its time limit.
    OutputLimit, ///< The program has printed more than the limit allows.
    /// The program has written a file, other than its output, that is too
    /// large.
    FileLimit,
    /// The run was ended because the flag `interrupted` became true.
    Interrupted,
    /// The run was ended because the function `mustEnd` returned true.
    Stopped,
  } ending = Ending::Exited;
  int status = 0;
  int signal = 0;
  std::string standardOutput;
  std::string standardError;
  double seconds = 0;
  /// The processor time that the program and its descendants have spent;
  /// nullopt if it is not known.
  std::optional<double> processorSeconds = {};
};

/// Runs a program and waits for its end. Then kills all processes that the
/// program leaves running, daemons included. They are also killed if the
/// calling thread ends.
///
/// Returns a UsageError if the input file or the working directory is wrong,
/// and a FileError if the output files can't be written. Returns a TargetError
/// if the program can't be started.
llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUBPROCESS_H
