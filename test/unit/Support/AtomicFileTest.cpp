// Tests that files are replaced and read as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/AtomicFile.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

struct Files {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  std::string path = directory.file("file");

  size_t entries() const {
    std::error_code error;
    size_t count = 0;
    for (llvm::sys::fs::directory_iterator it(directory.path(), error), end;
         it != end && !error; it.increment(error))
      ++count;
    return count;
  }
  mode_t modeOf(const std::string &file) const {
    struct stat status = {};
    REQUIRE(::lstat(file.c_str(), &status) == 0);
    return status.st_mode;
  }
};

std::string contentOf(const std::string &path) {
  return llvm::cantFail(readFile(path));
}

template <typename Class> bool isError(llvm::Error error) {
  bool is = error.isA<Class>();
  llvm::consumeError(std::move(error));
  return is;
}

} // namespace

TEST_CASE_METHOD(Files, "A file is written whole and leaves nothing beside it",
                 "[support][file]") {
  const std::string content =
      std::string("a\0b\n", 4) + std::string(70000, 'x');
  llvm::cantFail(writeFileAtomically(path, content));
  CHECK(contentOf(path) == content);
  llvm::cantFail(writeFileAtomically(path, "", Durability::ProcessKill));
  CHECK(contentOf(path).empty());
  CHECK(entries() == 1);
}

TEST_CASE_METHOD(Files, "A file written piece by piece appears as a whole",
                 "[support][file]") {
  llvm::cantFail(writeFileAtomically(path, "old"));
  {
    AtomicFile file =
        llvm::cantFail(AtomicFile::create(path, Durability::ProcessKill));
    llvm::cantFail(file.append("new"));
    CHECK(contentOf(path) == "old");
    llvm::cantFail(file.append(" content"));
    SECTION("once it is complete") {
      llvm::cantFail(file.commit());
      CHECK(contentOf(path) == "new content");
    }
    SECTION("or not at all") {
      AtomicFile moved = std::move(file);
      CHECK(entries() == 2);
    }
  }
  CHECK(entries() == 1);
}

TEST_CASE_METHOD(Files, "A file can be read piece by piece",
                 "[support][file]") {
  llvm::cantFail(writeFileAtomically(path, "abcdefg"));
  InputFile file = llvm::cantFail(InputFile::open(path));
  char buffer[4] = {};
  CHECK(llvm::cantFail(file.read(buffer)) == 4);
  CHECK(llvm::StringRef(buffer, 4) == "abcd");
  CHECK(llvm::cantFail(file.read(buffer)) == 3);
  CHECK(llvm::StringRef(buffer, 3) == "efg");
  CHECK(llvm::cantFail(file.read(buffer)) == 0);
  CHECK(isError<UsageError>(
      InputFile::open(directory.file("missing")).takeError()));
}

TEST_CASE_METHOD(Files,
                 "A new file has the mode of the umask, an old one "
                 "keeps its own",
                 "[support][file]") {
  mode_t mask = ::umask(027);
  llvm::cantFail(writeFileAtomically(path, "1"));
  ::umask(mask);
  CHECK((modeOf(path) & 07777) == 0640);
  REQUIRE(::chmod(path.c_str(), 0604) == 0);
  llvm::cantFail(writeFileAtomically(path, "2"));
  CHECK((modeOf(path) & 07777) == 0604);
}

TEST_CASE_METHOD(Files, "A symbolic link is written through",
                 "[support][file]") {
  llvm::cantFail(writeFileAtomically(path, "old"));
  std::string link = directory.file("link");
  REQUIRE(::symlink("file", link.c_str()) == 0);
  llvm::cantFail(writeFileAtomically(link, "new"));
  CHECK(S_ISLNK(modeOf(link)));
  CHECK(contentOf(path) == "new");
}

TEST_CASE("A device is written to and not replaced", "[support][file]") {
  struct stat before = {}, after = {};
  REQUIRE(::lstat("/dev/null", &before) == 0);
  llvm::cantFail(writeFileAtomically("/dev/null", "gone"));
  REQUIRE(::lstat("/dev/null", &after) == 0);
  CHECK(before.st_ino == after.st_ino);
  CHECK(S_ISCHR(after.st_mode));
}

TEST_CASE("A full disk is reported with file and remedy", "[support][file]") {
  if (::access("/dev/full", W_OK) != 0) {
    WARN("skipped: no /dev/full here");
    return;
  }
  llvm::Error error = writeFileAtomically("/dev/full", "content");
  CHECK(llvm::toString(std::move(error)) ==
        "/dev/full: can't write: No space left on device; free some space or "
        "write to another directory");
}

TEST_CASE_METHOD(Files,
                 "A write that fails half-way leaves the old content "
                 "and nothing beside it",
                 "[support][file]") {
  llvm::cantFail(writeFileAtomically(path, "old"));
  struct rlimit old;
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  auto previous = ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = {1000, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  llvm::Error error = writeFileAtomically(path, std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, previous);
  CHECK(isError<FileError>(std::move(error)));
  CHECK(contentOf(path) == "old");
  CHECK(entries() == 1);
}

TEST_CASE_METHOD(Files,
                 "A file that can't be written is a FileError with the "
                 "remedy",
                 "[support][file]") {
  SECTION("no such directory") {
    CHECK(llvm::toString(writeFileAtomically(directory.file("a/b"), "x")) ==
          directory.file("a/b") + ": can't write: No such file or directory; "
                                  "create its directory first");
  }
  SECTION("a directory") {
    CHECK(isError<FileError>(writeFileAtomically(directory.path(), "x")));
  }
  SECTION("no permission") {
    if (::geteuid() == 0) {
      WARN("skipped: permissions don't hold for root");
      return;
    }
    REQUIRE(::chmod(directory.path().c_str(), 0500) == 0);
    std::string message = llvm::toString(writeFileAtomically(path, "x"));
    CHECK(message.find("Permission denied; choose a directory") !=
          std::string::npos);
  }
}

TEST_CASE_METHOD(Files,
                 "A file that can't be read is a UsageError with the "
                 "reason",
                 "[support][file]") {
  SECTION("missing") {
    auto content = readFile(path);
    REQUIRE_FALSE(static_cast<bool>(content));
    CHECK(llvm::toString(content.takeError()) ==
          path + ": can't read: No such file or directory; give the path of "
                 "a readable file");
  }
  SECTION("a directory") {
    auto content = readFile(directory.path());
    REQUIRE_FALSE(static_cast<bool>(content));
    CHECK(isError<UsageError>(content.takeError()));
  }
  SECTION("without end") {
    auto content = readFile("/dev/zero", 100000);
    REQUIRE_FALSE(static_cast<bool>(content));
    CHECK(llvm::toString(content.takeError()) ==
          "/dev/zero: can't read: larger than 100000 bytes; give the path of "
          "a readable file");
  }
}
