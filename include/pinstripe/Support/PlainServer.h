// Makes many plain runs fast: a small process starts them, one after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PLAINSERVER_H
#define PINSTRIPE_SUPPORT_PLAINSERVER_H

#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/Subprocess.h"
#include <memory>

namespace pinstripe {

struct PlainServerPage;

/// Makes plain runs (runs without recording or changes), one after the other.
/// `runToEnd` does the same for a single run, but forks the whole tool for it
/// and enters the sandbox each time. Here a small process, the server, is
/// forked once and enters the sandbox once. Then it starts the program for each
/// run, which takes some 0.1 ms more than the program itself. Input and output
/// are files in memory.
///
/// The server ends everything that a run leaves behind, as the supervisor of
/// `runToEnd` does. It ends when this object is destroyed, or when the thread
/// that has made it ends. All functions must be called on that thread.
class PlainServer {
public:
  /// Starts a server for runs in the sandbox, address space and limit of files
  /// that `spec` states. What else `spec` states may differ from run to run.
  static llvm::Expected<std::unique_ptr<PlainServer>>
  start(const SubprocessSpec &spec);
  ~PlainServer();
  PlainServer(const PlainServer &) = delete;
  PlainServer &operator=(const PlainServer &) = delete;

  /// Makes a run whose standard input is `input`. The paths of the three
  /// streams in `spec` are not used. Returns a UsageError for the working
  /// directory or for too many arguments, a TargetError if the program can't be
  /// started, and an EngineError if somebody has killed the server; then
  /// another server must be started.
  llvm::Expected<SubprocessResult> run(const SubprocessSpec &spec,
                                       llvm::StringRef input);
  /// Returns true if the last run has left shared memory, semaphores or message
  /// queues of System V.
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
  /// The input as the program opens it: it can only be read.
  FileDescriptor readableInput;
  /// Memory that is shared with the server.
  PlainServerPage *page;
  FileDescriptor socket;
  pid_t server = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PLAINSERVER_H
