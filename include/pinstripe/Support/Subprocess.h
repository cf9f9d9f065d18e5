//===- Subprocess.h - Run a program to its end -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_SUBPROCESS_H
#define PINSTRIPE_SUPPORT_SUBPROCESS_H

#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

struct SandboxEntry;

/// Everything that determines a plain run. The program gets a session of its
/// own without terminal, default signals, no descriptor beyond 0, 1 and 2,
/// and no core file.
struct SubprocessSpec {
  std::string program;                  ///< path of the executable
  std::string argument0;                ///< empty: as `program`
  std::vector<std::string> arguments;   ///< without argv[0]
  std::vector<std::string> environment; ///< NAME=VALUE, complete
  std::string standardInput;            ///< a file; empty: /dev/null
  /// Files that take the output, replaced if they exist; they stay.
  std::string standardOutput;
  std::string standardError;
  std::string workingDirectory; ///< empty: ours
  /// Where it runs; null: as we do. Paths are those of there.
  const SandboxEntry *sandbox = nullptr;
  /// Address randomisation off where the system lets us.
  bool fixedAddresses = true;
  double wallLimitSeconds = 10;
  uint64_t outputLimitBytes = 64u << 20;
  /// Largest file that the program may write; not less than its output.
  uint64_t fileLimitBytes = 64u << 20;
  /// The run is ended when this becomes true; may be null.
  const std::atomic<bool> *interrupted = nullptr;
};

struct SubprocessResult {
  enum class Ending : uint8_t {
    Exited,      ///< by itself, with `status`
    Signalled,   ///< by `signal`; by us, where one has stopped it for good
    TimedOut,    ///< by us, when the wall time was up
    OutputLimit, ///< the output grew beyond its limit
    FileLimit,   ///< another file did
    Interrupted, ///< by us, on request
  } ending = Ending::Exited;
  int status = 0;
  int signal = 0;
  std::string standardOutput;
  std::string standardError;
  double seconds = 0;
};

/// Runs a program and waits for its end; whatever it left running is killed
/// then, daemons too, and nothing of it can outlive the calling thread.
/// Errors: a UsageError for the input file or the working directory, a
/// FileError for the output files, a TargetError when the program can't be
/// started.
llvm::Expected<SubprocessResult> runToEnd(const SubprocessSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SUBPROCESS_H
