//===- LLDBServer.cpp - The process that debugs for LLDB ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLDBServer.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include <cstdlib>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pinstripe;

/// Of the socket in the server; the program does not get it.
static constexpr int socketNumber = 800;

/// Ours, but for PATH: the server runs the shell script lsb_release twice,
/// 13 ms, if it finds it.
static std::vector<std::string> environmentWithoutPath() {
  std::vector<std::string> variables = {"PATH=/nonexistent"};
  for (char **each = environ; *each; ++each)
    if (!llvm::StringRef(*each).starts_with("PATH="))
      variables.push_back(*each);
  return variables;
}

static SubprocessSpec serverSpec(const LaunchSpec &spec) {
  // Debian's liblldb looks for it beside itself, where it isn't.
  const char *chosen = std::getenv("LLDB_DEBUGSERVER_PATH");
  SubprocessSpec server;
  server.program = chosen ? chosen : PINSTRIPE_LLDB_SERVER;
  server.arguments = {"gdbserver", "--fd=" + std::to_string(socketNumber)};
  server.environment = environmentWithoutPath();
  server.standardOutput = server.standardError = "/dev/null";
  if (!spec.privateView.empty())
    server.workingDirectory = spec.workingDirectory;
  if (spec.sandbox)
    server.sandbox = &spec.sandbox->entry();
  // Limits are for the program, and can't be raised again.
  server.outputLimitBytes = RLIM_INFINITY;
  return server;
}

llvm::Expected<std::unique_ptr<LLDBServer>>
LLDBServer::start(const LaunchSpec &spec, const OutputFiles &outputs) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::make_error<EngineError>("can't create a socket: " +
                                         llvm::sys::StrError());
  FileDescriptor ours(ends[0]);
  FileDescriptor theirs(ends[1]);
  SubprocessSpec server = serverSpec(spec);
  auto streams = openStreams(server);
  if (!streams)
    return streams.takeError();
  ChildExtras extras;
  extras.passedFiles = outputs.passedFrom(standardFilesNumber);
  extras.passedFiles.push_back({theirs.get(), socketNumber});
  extras.isServer = true;
  extras.privateView = spec.privateView;
  auto process = KeptProgram::start(server, *streams, extras);
  if (!process)
    return process.takeError();
  return std::unique_ptr<LLDBServer>(
      new LLDBServer(std::move(*process), std::move(ours), spec.sandbox));
}

LLDBServer::~LLDBServer() {
  if (!sandbox)
    return;
  process.requestEnd();
  // Its orphans are the sandbox's. That this is gone, the next run will tell.
  llvm::consumeError(sandbox->endAll());
}

bool LLDBServer::hasOrphans() const {
  return sandbox ? sandbox->hasOrphans() : process.hasOrphans();
}

pid_t LLDBServer::programId(pid_t debugged) const {
  return sandbox ? outsideProcessId(debugged, process.processId()) : debugged;
}
