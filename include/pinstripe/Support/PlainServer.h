// Starts many plain runs (without recording) quickly, from a small process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PLAINSERVER_H
#define PINSTRIPE_SUPPORT_PLAINSERVER_H

#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/Subprocess.h"
#include <memory>

namespace pinstripe {

struct PlainServerPage;

/// Makes plain runs (runs without recording or changes), one after the other.
/// `runToEnd` makes a single such run; it forks the whole tool and enters the
/// sandbox each time. A PlainServer forks a small process, the server, which
/// enters the sandbox once and then starts the program for each run. This takes
/// some 0.1 ms more than the program itself. Input and output are files in
/// memory.
///
/// The server ends everything that a run leaves behind, as the supervisor of
/// `runToEnd` does. The server ends when this object is destroyed, or when the
/// thread that made the object ends. All functions must be called on that
/// thread.
class PlainServer {
public:
  /// Starts a server, a process that starts plain runs. All its runs use the
  /// sandbox, the setting for fixed addresses and the limit of file sizes of
  /// `spec`. The other members of `spec` may differ from run to run.
  static llvm::Expected<std::unique_ptr<PlainServer>>
  start(const SubprocessSpec &spec);
  ~PlainServer();
  PlainServer(const PlainServer &) = delete;
  PlainServer &operator=(const PlainServer &) = delete;

  /// Makes a run whose standard input is `input`. The paths of the three
  /// streams in `spec` are not used. Returns a UsageError if the working
  /// directory is wrong or there are too many arguments, and a TargetError if
  /// the program can't be started. Returns an EngineError if somebody has
  /// killed the server; then another server must be started.
  llvm::Expected<SubprocessResult> run(const SubprocessSpec &spec,
                                       llvm::StringRef input);
  /// Returns true if the last run has left shared memory, semaphores or message
  /// queues of System V. They outlive the processes that made them.
  bool hasLeftovers() const;
  pid_t processId() const { return server; }

private:
  PlainServer(AnonymousFile input, AnonymousFile output, AnonymousFile error);
  llvm::Error launch(const SubprocessSpec &spec);
  llvm::Error setUp(const SubprocessSpec &spec, llvm::StringRef input);
  llvm::Expected<SubprocessResult> wait(const SubprocessSpec &spec);
  SubprocessResult::Ending reasonToEnd(const SubprocessSpec &spec,
                                       double seconds) const;
  pid_t runningProgram() const;
  bool outputLimitReached(const SubprocessSpec &spec) const;
  llvm::Error lost(const SubprocessSpec &spec) const;

  AnonymousFile input, output, error;
  /// A descriptor of the file that the program reads as its standard input. The
  /// program can't write to the file by this descriptor.
  FileDescriptor readableInput;
  /// Memory that is shared with the server.
  PlainServerPage *page;
  FileDescriptor socket;
  pid_t server = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PLAINSERVER_H
