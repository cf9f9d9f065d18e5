// Starts a display without a screen, for the windows of one run of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_XSERVER_H
#define PINSTRIPE_INTERACTION_XSERVER_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/SupervisedProgram.h"
#include <atomic>
#include <memory>

namespace pinstripe {

/// A running X server of the kind that draws into memory (Xvfb). It ends with
/// this object.
class XServer {
public:
  /// Starts a server in a sandbox, or beside the tool if `sandbox` is null, and
  /// waits until it accepts clients. Returns a UsageError if the program Xvfb
  /// is not installed, an EngineError if it does not start, and an EngineError
  /// soon after `stop` is set.
  static llvm::Expected<std::unique_ptr<XServer>>
  start(const DisplaySetting &setting, const SandboxEntry *sandbox,
        const std::atomic<bool> &stop);

  /// Returns the value of the variable DISPLAY for clients, such as ":3".
  std::string name() const { return ":" + std::to_string(number); }
  /// Returns the id of the server's process, as seen outside of the sandbox.
  pid_t processId() const { return program.processId(); }
  /// Returns how many processes and threads belong to the server.
  unsigned processes() const;
  /// Opens a connection to the server, from outside of the sandbox.
  llvm::Expected<FileDescriptor> connect() const;

private:
  explicit XServer(SupervisedProgram program) : program(std::move(program)) {}

  SupervisedProgram program;
  unsigned number = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_XSERVER_H
