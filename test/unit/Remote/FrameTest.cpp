// Tests of messages on a socket.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Remote/FrameLink.h"
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Two ends of a connection.
struct Ends {
  Ends() {
    int sockets[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0);
    left = FileDescriptor(sockets[0]);
    right = FileDescriptor(sockets[1]);
  }
  FileDescriptor left, right;
};

} // namespace

TEST_CASE("A message arrives as it was sent, whatever its size",
          "[remote][frame]") {
  Ends ends;
  SocketLink sender(std::move(ends.left)), receiver(std::move(ends.right));
  for (size_t size : {0, 1, 5000, 3'000'000}) {
    Frame sent{7, FrameKind::Execute, std::string(size, 'x')};
    std::thread thread([&] { CHECK(sender.send(sent)); });
    std::optional<Frame> received = receiver.receive();
    thread.join();
    REQUIRE(received.has_value());
    CHECK(received->rank == 7);
    CHECK(received->kind == FrameKind::Execute);
    CHECK(received->body == sent.body);
  }
}

TEST_CASE("A message that is cut off is not received", "[remote][frame]") {
  Ends ends;
  FrameHeader header{1, FrameKind::Ready, uint64_t(1) << 60};
  REQUIRE(::write(ends.left.get(), &header, sizeof header) == sizeof header);
  REQUIRE(::write(ends.left.get(), "abc", 3) == 3);
  ends.left.reset();
  SocketLink receiver(std::move(ends.right));
  CHECK(!receiver.receive());
}

TEST_CASE("A closed link neither sends nor receives", "[remote][frame]") {
  Ends ends;
  SocketLink link(std::move(ends.left));
  link.close();
  CHECK(!link.send({1, FrameKind::Alive}));
  CHECK(!link.receive());
}
