// Saves LLDB from hanging if the program is killed during its start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/StartRelay.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Errno.h"
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace pinstripe;

llvm::Expected<std::unique_ptr<StartRelay>> StartRelay::create(int socket) {
  int ends[2] = {-1, -1};
  bool connected =
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  FileDescriptor forLLDB(ends[0]);
  FileDescriptor client(ends[1]);
  FileDescriptor server(::fcntl(socket, F_DUPFD_CLOEXEC, 0));
  FileDescriptor stop(::eventfd(0, EFD_CLOEXEC));
  if (!connected || !server.isOpen() || !stop.isOpen() ||
      ::dup3(forLLDB.get(), socket, O_CLOEXEC) < 0)
    return llvm::make_error<EngineError>(
        "can't relay between LLDB and lldb-server: " + llvm::sys::StrError());
  return std::unique_ptr<StartRelay>(new StartRelay(
      socket, std::move(server), std::move(client), std::move(stop)));
}

StartRelay::StartRelay(int socket, FileDescriptor server, FileDescriptor client,
                       FileDescriptor stop)
    : socket(socket), server(std::move(server)), client(std::move(client)),
      stop(std::move(stop)), thread([this] { relay(); }) {}

StartRelay::~StartRelay() {
  (void)::eventfd_write(stop.get(), 1);
  thread.join();
  ::dup3(server.get(), socket, O_CLOEXEC);
}

void StartRelay::relay() {
  while (true) {
    pollfd files[] = {{server.get(), POLLIN, 0},
                      {client.get(), POLLIN, 0},
                      {stop.get(), POLLIN, 0}};
    if (::poll(files, 3, -1) < 0)
      continue; // EINTR
    bool open = (!files[0].revents || pass(server, client)) &&
                (!files[1].revents || pass(client, server));
    if (!open) {
      // LLDB can handle a lost connection to the server, so the relay just
      // closes its connection to LLDB.
      ::shutdown(client.get(), SHUT_RDWR);
      return;
    }
    if (!files[0].revents && !files[1].revents && files[2].revents)
      return;
  }
}

/// Passes on all bytes that can be read from `from` now. Returns false if the
/// connection has ended, or has to be cut because the server reported a kill.
bool StartRelay::pass(const FileDescriptor &from, const FileDescriptor &to) {
  ssize_t size = ::recv(from.get(), buffer.data(), buffer.size(), 0);
  if (size <= 0)
    return size < 0 && errno == EINTR;
  llvm::StringRef bytes(buffer.data(), static_cast<size_t>(size));
  if (&from == &server && reportsKill(bytes)) {
    seenKill = true;
    return false;
  }
  return send(to, bytes);
}

bool StartRelay::send(const FileDescriptor &to, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t size = ::send(to.get(), bytes.data(), bytes.size(),
                          MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size > 0)
      bytes = bytes.drop_front(static_cast<size_t>(size));
    else if (errno == EAGAIN ? !waitFor(to, POLLOUT) : errno != EINTR)
      return false;
  }
  return true;
}

/// Waits until `file` is ready for `events`, which are events of poll().
/// Returns false if the relay is being destroyed.
bool StartRelay::waitFor(const FileDescriptor &file, short events) {
  pollfd files[] = {{file.get(), events, 0}, {stop.get(), POLLIN, 0}};
  (void)::poll(files, 2, -1);
  return files[1].revents == 0;
}

/// Returns whether the bytes contain a report that SIGKILL has ended the
/// program. Only the beginning of a packet, after the character '$', can be a
/// report. Further on in a packet, bytes of the program's memory may look like
/// one. Reports of other endings need not be found, because LLDB gets them as
/// answers to its own requests.
bool StartRelay::reportsKill(llvm::StringRef bytes) {
  constexpr llvm::StringLiteral alone = "X09#", ofProcess = "X09;process:";
  for (char byte : bytes) {
    if (byte == '$')
      packetStart.clear();
    else if (packetStart.size() < ofProcess.size())
      packetStart += byte;
    if (packetStart == alone || packetStart == ofProcess)
      return true;
  }
  return false;
}
