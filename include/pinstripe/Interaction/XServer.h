// Starts a display that draws into memory, for the windows of one run of a
// program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_XSERVER_H
#define PINSTRIPE_INTERACTION_XSERVER_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/SupervisedProgram.h"
#include <atomic>
#include <memory>

namespace pinstripe {

/// A running X server that draws into memory (Xvfb). The server ends when this
/// object is destroyed.
class XServer {
public:
  /// Starts a server and waits until it accepts clients. The server runs in a
  /// sandbox, or beside the tool if `sandbox` is null. Returns a UsageError if
  /// the program Xvfb is not installed. Returns an EngineError if the server
  /// does not start, or soon after `stop` is set.
  static llvm::Expected<std::unique_ptr<XServer>>
  start(const DisplaySetting &setting, const SandboxEntry *sandbox,
        const std::atomic<bool> &stop);

  /// Returns the value that the variable DISPLAY must have for clients, such as
  /// ":3".
  std::string name() const { return ":" + std::to_string(number); }
  /// Returns the id of the server's process, as seen outside of the sandbox.
  pid_t processId() const { return program.processId(); }
  /// Returns the number of processes and threads that belong to the server.
  unsigned processes() const;
  /// Connects this process to the server, which may be in a sandbox.
  llvm::Expected<FileDescriptor> connect() const;

private:
  explicit XServer(SupervisedProgram program) : program(std::move(program)) {}

  SupervisedProgram program;
  unsigned number = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XSERVER_H
