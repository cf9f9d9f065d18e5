// Starts and ends the lldb-server of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLDB could start its server itself. When Pinstripe starts it, the server has
// a supervisor, so that no process of the program under test outlives it; it is
// in the sandbox of its lane; and its environment can be chosen.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/SupervisedProgram.h"

namespace pinstripe {

/// A running lldb-server. The destructor ends it and everything it has started.
class LLDBServer {
public:
  /// The descriptor number of the program's standard input in lldb-server;
  /// those of output and error follow.
  static constexpr int standardFilesNumber = 801;

  /// Starts a server for a program that will be launched as `spec` says.
  static llvm::Expected<std::unique_ptr<LLDBServer>>
  start(const LaunchSpec &spec, const OutputFiles &outputs);

  ~LLDBServer();

  /// Returns the URL by which LLDB connects to the server. LLDB must not close
  /// the socket.
  std::string url() const { return "fd://" + std::to_string(socket.get()); }
  int connection() const { return socket.get(); }
  pid_t processId() const { return process.processId(); }
  /// Returns whether processes that the program has started have lost their
  /// parents.
  bool hasOrphans() const;
  /// Converts the process id by which LLDB knows the program into the one
  /// outside of the sandbox.
  pid_t programId(pid_t debugged) const;

private:
  LLDBServer(SupervisedProgram process, FileDescriptor socket,
             std::shared_ptr<Sandbox> sandbox)
      : sandbox(std::move(sandbox)), process(std::move(process)),
        socket(std::move(socket)) {}

  /// The sandbox of the server; null if it runs in none.
  std::shared_ptr<Sandbox> sandbox;
  SupervisedProgram process;
  FileDescriptor socket;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H
