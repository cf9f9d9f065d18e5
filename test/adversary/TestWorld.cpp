// Makes files, folders and listeners that a harmful program must not touch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestWorld.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::adversary;

static llvm::Error systemError(const llvm::Twine &what) {
  return llvm::make_error<EngineError>(what + ": " + llvm::sys::StrError());
}

static llvm::Error write(const std::string &path, llvm::StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (code)
    return llvm::make_error<EngineError>(path + ": " + code.message());
  file << content;
  return llvm::Error::success();
}

TestWorld::TestWorld(std::string root, TemporaryDirectory elsewhere)
    : root(std::move(root)), elsewhere(std::move(elsewhere)),
      ownKey(0x50000000l + ::getpid()) {}

TestWorld::~TestWorld() {
  if (!root.empty())
    // a failed removal has no consequences
    llvm::consumeError(removeTree(root));
}

llvm::Expected<TestWorld> TestWorld::create(llvm::StringRef folder) {
  llvm::SmallString<128> root;
  if (std::error_code code = llvm::sys::fs::real_path(folder, root))
    return llvm::errorCodeToError(code);
  std::string pattern = (root + "/world-XXXXXX").str();
  if (!::mkdtemp(pattern.data()))
    return systemError(pattern);
  auto elsewhere = TemporaryDirectory::create();
  if (!elsewhere)
    return elsewhere.takeError();
  TestWorld world(pattern, std::move(*elsewhere));
  if (llvm::Error error = world.furnish())
    return error;
  if (llvm::Error error = world.listen())
    return error;
  return world;
}

llvm::Error TestWorld::furnish() {
  for (const char *folder :
       {"work", "work/folder", "work/empty", "home", "home/.config", "target",
        "target/deep", "target/deep/deeper", "case"})
    if (std::error_code code = llvm::sys::fs::create_directory(path(folder)))
      return llvm::errorCodeToError(code);
  const std::pair<std::string, std::string> files[] = {
      {path("work/notes.txt"), "one\ntwo\n"},
      {path("work/folder/long.bin"), std::string(20000, 'l')},
      {path("home/.profile"), "PATH=/bin\n"},
      {path("home/.config/settings"), "colour = blue\n"},
      {path("target/data.bin"), std::string(5000, 'd')},
      {path("target/deep/deeper/last"), ""},
      {path("case/precious.db"), "journal\n"},
      {elsewhere.file("kept"), "kept\n"}};
  for (const auto &[file, content] : files)
    if (llvm::Error error = write(file, content))
      return error;
  const std::pair<std::string, std::string> links[] = {
      {"notes.txt", path("work/link")},
      {path("target"), path("home/documents")},
      {"/nonexistent", path("target/dangling")}};
  for (const auto &[target, link] : links)
    if (::symlink(target.c_str(), link.c_str()) != 0)
      return systemError(link);
  journal = FileDescriptor(
      ::open(path("case/precious.db").c_str(), O_RDWR | O_CLOEXEC));
  return llvm::Error::success();
}

static llvm::Expected<FileDescriptor> listenAt(const void *address,
                                               socklen_t size) {
  const auto *generic = static_cast<const struct sockaddr *>(address);
  FileDescriptor place(::socket(generic->sa_family,
                                SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (::bind(place.get(), generic, size) != 0 || ::listen(place.get(), 8) != 0)
    return systemError("can't listen");
  return place;
}

static llvm::Expected<FileDescriptor> listenAtPath(llvm::StringRef name,
                                                   bool isAbstract) {
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (name.size() + 1 >= sizeof address.sun_path)
    return llvm::make_error<UsageError>(
        name + ": too long for a socket; give a --folder with a shorter path");
  std::memcpy(address.sun_path + isAbstract, name.data(), name.size());
  return listenAt(
      &address, static_cast<socklen_t>(offsetof(struct sockaddr_un, sun_path) +
                                       name.size() + 1));
}

llvm::Error TestWorld::listen() {
  struct sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto atPort = listenAt(&address, sizeof address);
  if (!atPort)
    return atPort.takeError();
  socklen_t size = sizeof address;
  ::getsockname(atPort->get(), reinterpret_cast<struct sockaddr *>(&address),
                &size);
  portNumber = ntohs(address.sin_port);
  auto atPath = listenAtPath(path("target/socket"), /*isAbstract=*/false);
  if (!atPath)
    return atPath.takeError();
  auto atName = listenAtPath("pinstripe-adversary-" + std::to_string(ownKey),
                             /*isAbstract=*/true);
  if (!atName)
    return atName.takeError();
  port = std::move(*atPort);
  socket = std::move(*atPath);
  abstractSocket = std::move(*atName);
  return llvm::Error::success();
}

std::string TestWorld::mark() const {
  return "PINSTRIPE_ADVERSARY_WORLD=" + root;
}

std::vector<std::string> TestWorld::environment() const {
  auto set = [](const char *name, const std::string &value) {
    return "PINSTRIPE_ADVERSARY_" + std::string(name) + "=" + value;
  };
  return {"HOME=" + path("home"),
          mark(),
          set("TARGET", path("target")),
          set("ELSEWHERE", elsewhere.path()),
          set("TOOL", std::to_string(::getpid())),
          set("PORT", std::to_string(portNumber)),
          set("SOCKET", path("target/socket")),
          set("KEY", std::to_string(ownKey))};
}

std::vector<std::string> TestWorld::guardedPaths() const {
  return {path("work"), path("home"), path("target"), path("case/precious.db"),
          elsewhere.path()};
}

std::vector<std::string> TestWorld::takeConnections() const {
  std::vector<std::string> result;
  const std::pair<const FileDescriptor *, const char *> places[] = {
      {&port, "the port"},
      {&socket, "the socket"},
      {&abstractSocket, "the abstract socket"}};
  for (const auto &[place, name] : places)
    for (int end; (end = ::accept(place->get(), nullptr, nullptr)) >= 0;) {
      result.push_back(name);
      ::close(end);
    }
  return result;
}
