//===- LLDBServer.h - The process that debugs for LLDB ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLDB would start its server itself. Started by us, it has a keeper, so that
// nothing that the program under test starts outlives it; it sees the folder
// of its lane; and its environment can be chosen.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LLDBSERVER_H
#define PINSTRIPE_LIB_EXECUTION_LLDBSERVER_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/KeptProgram.h"

namespace pinstripe {

/// Ends, with all that came of it, when this object does.
class LLDBServer {
public:
  /// The program has its standard files open under numbers from here on.
  static constexpr int standardFilesNumber = 801;

  /// For a program that is to run as `spec` says.
  static llvm::Expected<std::unique_ptr<LLDBServer>>
  start(const LaunchSpec &spec, const OutputFiles &outputs);

  ~LLDBServer();

  /// What LLDB connects to, and may not close.
  std::string url() const { return "fd://" + std::to_string(socket.get()); }
  int connection() const { return socket.get(); }
  pid_t processId() const { return process.processId(); }
  /// Whether there are processes that lost their parents.
  bool hasOrphans() const;
  /// The number of the program as we know it, from the one that LLDB knows.
  pid_t programId(pid_t debugged) const;

private:
  LLDBServer(KeptProgram process, FileDescriptor socket,
             std::shared_ptr<Sandbox> sandbox)
      : sandbox(std::move(sandbox)), process(std::move(process)),
        socket(std::move(socket)) {}

  std::shared_ptr<Sandbox> sandbox; ///< null: none
  KeptProgram process;
  FileDescriptor socket;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDBSERVER_H
