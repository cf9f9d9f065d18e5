// Tests of the relay between LLDB and its server.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/StartRelay.h"
#include "TestSupport/OrFail.h"
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

using namespace pinstripe;

namespace {

/// A relay between two sockets, which stand for LLDB and lldb-server.
struct Connection {
  Connection() {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    client = FileDescriptor(ends[0]);
    server = FileDescriptor(ends[1]);
  }

  FileDescriptor client, server;
};

std::unique_ptr<StartRelay> startRelay(const Connection &connection) {
  return orFail(StartRelay::create(connection.client.get()));
}

void write(const FileDescriptor &to, llvm::StringRef bytes) {
  REQUIRE(::send(to.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
          static_cast<ssize_t>(bytes.size()));
}

/// Reads `size` bytes. Returns fewer if the connection ends before.
std::string read(const FileDescriptor &from, size_t size) {
  std::string bytes(size, '\0');
  ssize_t got = ::recv(from.get(), bytes.data(), size, MSG_WAITALL);
  REQUIRE(got >= 0);
  bytes.resize(static_cast<size_t>(got));
  return bytes;
}

bool isOpen(const Connection &connection) {
  write(connection.server, "$OK#9a");
  return read(connection.client, 6) == "$OK#9a";
}

} // namespace

TEST_CASE("A start relay passes bytes in both directions") {
  Connection connection;
  auto relay = startRelay(connection);
  write(connection.client, "$vRun;61#b8");
  CHECK(read(connection.server, 11) == "$vRun;61#b8");
  write(connection.server, "$T13thread:2c3d;#ab");
  CHECK(read(connection.client, 19) == "$T13thread:2c3d;#ab");
  CHECK_FALSE(relay->hasSeenKill());
}

TEST_CASE("A start relay passes more than sockets can hold") {
  Connection connection;
  auto relay = startRelay(connection);
  const std::string bytes(8 << 20, 'm');
  std::thread sender([&] { write(connection.server, bytes); });
  std::string got = read(connection.client, bytes.size());
  sender.join();
  CHECK(got == bytes);
}

TEST_CASE("A start relay cuts the connection when a kill is reported") {
  auto reports = GENERATE(std::vector<std::string>{"$X09;process:2c3d#61"},
                          std::vector<std::string>{"$X09#b9"},
                          std::vector<std::string>{"$OK#9a$X09#b9"},
                          std::vector<std::string>{"$", "X0", "9;proc", "ess:"},
                          std::vector<std::string>{"$l<target>#00$", "X09#b9"});
  Connection connection;
  auto relay = startRelay(connection);
  for (const std::string &part : reports)
    write(connection.server, part);
  while (!read(connection.client, 1).empty()) {
  }
  CHECK(relay->hasSeenKill());
  // LLDB may be sending at the same time, and must not be blocked.
  CHECK(::send(connection.client.get(), "$", 1, MSG_NOSIGNAL) < 0);
}

TEST_CASE("A start relay does not take other packets for a kill") {
  std::string packet = GENERATE("$W00;process:2c3d#1c", "$T09thread:2c3d;#00",
                                "$X0b;process:2c3d#00", "$X09\xc3 memory#00",
                                "$xX09#00", "$OX09#00", "X09;process:2c#00");
  Connection connection;
  auto relay = startRelay(connection);
  write(connection.server, "$OK#9a" + packet);
  CHECK(read(connection.client, 6 + packet.size()) == "$OK#9a" + packet);
  CHECK(isOpen(connection));
  CHECK_FALSE(relay->hasSeenKill());
}

TEST_CASE("A start relay tells each side that the other is gone") {
  Connection connection;
  auto relay = startRelay(connection);
  connection.server = FileDescriptor();
  CHECK(read(connection.client, 1).empty());
  CHECK_FALSE(relay->hasSeenKill());
}

TEST_CASE("After a start relay, LLDB uses the socket directly") {
  Connection connection;
  int closesOnExec = ::fcntl(connection.client.get(), F_GETFD);
  startRelay(connection).reset();
  CHECK(isOpen(connection));
  CHECK(::fcntl(connection.client.get(), F_GETFD) == closesOnExec);
  connection.client = FileDescriptor();
  // no other process has a copy of the socket
  CHECK(read(connection.server, 1).empty());
}

TEST_CASE("A start relay can end while nobody takes its bytes") {
  Connection connection;
  auto relay = startRelay(connection);
  const std::string bytes(1 << 16, 'm');
  ssize_t sent = 0;
  pollfd file = {connection.server.get(), POLLOUT, 0};
  do // sends until the relay can't take more
    sent = ::send(connection.server.get(), bytes.data(), bytes.size(),
                  MSG_DONTWAIT | MSG_NOSIGNAL);
  while (sent > 0 || ::poll(&file, 1, 200) > 0);
  relay.reset();
  // On a busy machine, the relay may have taken all the bytes.
  std::string rest(bytes.size(), '\0');
  do
    sent =
        ::recv(connection.client.get(), rest.data(), rest.size(), MSG_DONTWAIT);
  while (sent > 0);
  CHECK(isOpen(connection));
}
