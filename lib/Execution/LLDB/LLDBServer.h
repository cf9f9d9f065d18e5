// Starts and ends the lldb-server of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLDB could start lldb-server itself. Pinstripe starts lldb-server instead,
// for three reasons: a supervisor ends all processes of the program under test
// together with lldb-server; lldb-server can run in a sandbox; and Pinstripe
// can choose the environment of lldb-server.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/SupervisedProgram.h"

namespace pinstripe {

/// A running lldb-server. The destructor ends it and everything it has started.
class LLDBServer {
public:
  /// The descriptor number under which lldb-server inherits the file for the
  /// program's standard input. The next two numbers are for the files of
  /// standard output and error.
  static constexpr int standardFilesNumber = 801;

  /// Starts a server for a program that will be launched as `spec` says.
  static llvm::Expected<std::unique_ptr<LLDBServer>>
  start(const LaunchSpec &spec, const OutputFiles &outputs);

  ~LLDBServer();

  /// Returns the URL by which LLDB connects to the server. The URL names a
  /// socket that belongs to this object, so LLDB must not close it.
  std::string url() const { return "fd://" + std::to_string(socket.get()); }
  int connection() const { return socket.get(); }
  pid_t processId() const { return process.processId(); }
  /// Returns whether the program has started processes that are still running
  /// although their parents have ended.
  bool hasOrphans() const;
  /// Converts the process id by which LLDB knows the program into the process
  /// id outside of the sandbox.
  pid_t programId(pid_t debugged) const;

private:
  LLDBServer(SupervisedProgram process, FileDescriptor socket,
             std::shared_ptr<Sandbox> sandbox)
      : sandbox(std::move(sandbox)), process(std::move(process)),
        socket(std::move(socket)) {}

  /// The sandbox of lldb-server; null if lldb-server runs without a sandbox.
  std::shared_ptr<Sandbox> sandbox;
  SupervisedProgram process;
  FileDescriptor socket;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBSERVER_H
