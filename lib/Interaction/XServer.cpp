// Starts a display that draws into memory, for the windows of one run of a
// program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/XServer.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::Error failed(const llvm::Twine &what) {
  return llvm::make_error<EngineError>("Xvfb: " + what.str());
}

/// Returns how the X server is started. With `-displayfd`, the server chooses a
/// number that no other server has, and writes the number once it accepts
/// clients.
static SubprocessSpec serverSpec(std::string program,
                                 const DisplaySetting &setting,
                                 const SandboxEntry *sandbox) {
  SubprocessSpec spec;
  spec.program = std::move(program);
  std::string size = std::to_string(setting.width) + "x" +
                     std::to_string(setting.height) + "x24";
  // A key that is held down must not be repeated automatically, and no screen
  // saver may appear.
  spec.arguments = {"-displayfd", "1",          "-screen", "0",         size,
                    "-r",         "-s",         "0",       "-nolisten", "tcp",
                    "-noreset",   "-extension", "GLX"};
  spec.environment = {"PATH=/usr/local/bin:/usr/bin:/bin"};
  spec.workingDirectory = "/";
  spec.sandbox = sandbox;
  return spec;
}

/// Waits a moment for text from a pipe, and appends what it reads to `text`.
/// Returns false if the pipe has ended.
static bool readSome(int pipe, std::string &text) {
  constexpr int milliseconds = 50;
  struct pollfd asked = {pipe, POLLIN, 0};
  if (::poll(&asked, 1, milliseconds) <= 0)
    return true;
  char buffer[512];
  ssize_t size = ::read(pipe, buffer, sizeof(buffer));
  if (size > 0)
    text.append(buffer, static_cast<size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

llvm::Expected<std::unique_ptr<XServer>>
XServer::start(const DisplaySetting &setting, const SandboxEntry *sandbox,
               const std::atomic<bool> &stop) {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("Xvfb");
  if (!path)
    return llvm::make_error<UsageError>(
        "Xvfb, the display on which programs with windows are replayed, is not "
        "installed; `apt-get install xvfb`");
  int numberEnds[2], messageEnds[2];
  if (::pipe2(numberEnds, O_CLOEXEC) != 0)
    return failed("can't create a pipe: " + llvm::sys::StrError());
  FileDescriptor numberPipe(numberEnds[0]), itsNumberPipe(numberEnds[1]);
  if (::pipe2(messageEnds, O_CLOEXEC) != 0)
    return failed("can't create a pipe: " + llvm::sys::StrError());
  FileDescriptor messagePipe(messageEnds[0]), itsMessagePipe(messageEnds[1]);
  ChildStreams streams{
      FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
      std::move(itsNumberPipe), std::move(itsMessagePipe)};
  auto program =
      SupervisedProgram::start(serverSpec(*path, setting, sandbox), streams);
  if (!program)
    return program.takeError();
  streams = {};
  std::unique_ptr<XServer> server(new XServer(std::move(*program)));
  std::string number, messages;
  while (number.find('\n') == std::string::npos) {
    if (stop.load())
      return failed("interrupted");
    if (!readSome(numberPipe.get(), number)) {
      while (readSome(messagePipe.get(), messages) && messages.size() < 4096 &&
             !server->program.waitFor(0))
        continue;
      return failed("does not start: " +
                    printable(llvm::StringRef(messages).trim()));
    }
  }
  if (llvm::StringRef(number).trim().getAsInteger(10, server->number))
    return failed("has no number: " + printable(number));
  return server;
}

unsigned XServer::processes() const {
  constexpr unsigned supervisors = 1;
  return supervisors + static_cast<unsigned>(threadsOf(processId()).size());
}

llvm::Expected<FileDescriptor> XServer::connect() const {
  // /proc/PID/root is the folder that the process PID, here the X server, sees
  // as /. So this path leads to the server's socket even if the server is in a
  // sandbox.
  std::string path = "/proc/" + std::to_string(processId()) +
                     "/root/tmp/.X11-unix/X" + std::to_string(number);
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    return failed("the path of its socket is too long");
  std::memcpy(address.sun_path, path.c_str(), path.size());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.isOpen() ||
      ::connect(socket.get(), reinterpret_cast<struct sockaddr *>(&address),
                sizeof(address)) != 0)
    return failed("can't be reached at " + path + ": " + llvm::sys::StrError());
  return socket;
}
