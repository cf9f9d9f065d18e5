// Starts and ends the lldb-server of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBServer.h"
#include "pinstripe/Containment/DebuggerEntry.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include <cstdlib>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pinstripe;

/// The descriptor number of the socket by which lldb-server talks to LLDB. The
/// program does not inherit this descriptor.
static constexpr int socketNumber = 800;

/// Returns the environment for lldb-server: the tool's own environment, but
/// with a useless PATH. With the tool's PATH, lldb-server would find the shell
/// script lsb_release and run it twice, which takes 13 ms.
static std::vector<std::string> environmentWithoutPath() {
  std::vector<std::string> variables = {"PATH=/nonexistent"};
  for (char **each = environ; *each; ++each)
    if (!llvm::StringRef(*each).starts_with("PATH="))
      variables.push_back(*each);
  return variables;
}

static SubprocessSpec serverSpec(const LaunchSpec &spec) {
  // The tool chooses the path of lldb-server, since Debian's liblldb looks for
  // lldb-server in the wrong folder.
  const char *chosen = std::getenv("LLDB_DEBUGSERVER_PATH");
  SubprocessSpec server;
  server.program = chosen ? chosen : PINSTRIPE_LLDB_SERVER;
  server.arguments = {"gdbserver", "--fd=" + std::to_string(socketNumber)};
  server.environment = environmentWithoutPath();
  server.standardOutput = server.standardError = "/dev/null";
  if (!spec.privateView.empty())
    server.workingDirectory = spec.workingDirectory;
  // lldb-server gets no limit on the size of files: the program would inherit
  // the limit, and could not raise it.
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
  std::optional<SandboxEntry> entry;
  if (spec.sandbox)
    server.sandbox = &entry.emplace(debuggerEntry(spec.sandbox->entry()));
  auto streams = openStreams(server);
  if (!streams)
    return streams.takeError();
  ChildExtras extras;
  extras.passedFiles = outputs.passedFrom(standardFilesNumber);
  extras.passedFiles.push_back({theirs.get(), socketNumber});
  extras.isServer = true;
  extras.isDebugger = true;
  extras.privateView = spec.privateView;
  auto process = SupervisedProgram::start(server, *streams, extras);
  if (!process)
    return process.takeError();
  return std::unique_ptr<LLDBServer>(
      new LLDBServer(std::move(*process), std::move(ours), spec.sandbox));
}

LLDBServer::~LLDBServer() {
  if (!sandbox)
    return;
  process.requestEnd();
  // The sandbox ends all processes in it, also processes of the program whose
  // parents have ended. An error is ignored here: the next run will report that
  // the sandbox is broken.
  llvm::consumeError(sandbox->endAll());
}

bool LLDBServer::hasOrphans() const {
  return sandbox ? sandbox->hasOrphans() : process.hasOrphans();
}

pid_t LLDBServer::programId(pid_t debugged) const {
  return sandbox ? outsideProcessId(debugged, process.processId()) : debugged;
}
