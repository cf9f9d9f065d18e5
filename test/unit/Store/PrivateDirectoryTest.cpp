// Tests of the copy of the working directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/PrivateDirectory.h"
#include "Errors.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;
namespace fs = std::filesystem;

namespace {

void put(const std::string &path, const std::string &content) {
  std::ofstream(path, std::ios::trunc) << content;
}

std::string get(const std::string &path) {
  return llvm::cantFail(readFile(path));
}

struct stat statusOf(const std::string &path) {
  struct stat status = {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status;
}

/// Returns mode, modification time and content of everything below a folder.
std::map<std::string, std::string> stateOf(const std::string &root) {
  std::map<std::string, std::string> state;
  auto describe = [&](const fs::path &path, const std::string &name) {
    struct stat status = statusOf(path);
    std::string text = std::to_string(status.st_mode) + " " +
                       std::to_string(status.st_mtim.tv_sec) + "." +
                       std::to_string(status.st_mtim.tv_nsec) + " ";
    if (S_ISREG(status.st_mode))
      text += get(path);
    if (S_ISLNK(status.st_mode))
      text += fs::read_symlink(path);
    state[name] = text;
  };
  describe(root, "");
  for (const auto &entry : fs::recursive_directory_iterator(root))
    describe(entry.path(), entry.path().lexically_relative(root));
  return state;
}

/// A user's folder with an entry of each kind, among them a case directory.
struct PrivateDirectories {
  TemporaryDirectory temporary = llvm::cantFail(TemporaryDirectory::create());
  std::string user = temporary.file("user");
  std::string outside = temporary.file("outside");

  PrivateDirectories() {
    fs::create_directories(user + "/data/deep");
    fs::create_directories(user + "/empty");
    fs::create_directory(outside);
    put(outside + "/precious", "precious");
    put(user + "/in.txt", "input");
    put(user + "/data/table", "1 2 3");
    put(user + "/data/deep/file", "deep");
    put(user + "/run.sh", "#!/bin/sh\n");
    ::chmod((user + "/run.sh").c_str(), 0755);
    ::chmod((user + "/in.txt").c_str(), 0440);
    fs::create_symlink("data/table", user + "/link");
    fs::create_directory_symlink(outside, user + "/away");
    ::mkfifo((user + "/pipe").c_str(), 0600);
    const timespec old[2] = {{1000000000, 5}, {1000000000, 123456789}};
    ::utimensat(AT_FDCWD, (user + "/data/table").c_str(), old, 0);
    ::utimensat(AT_FDCWD, (user + "/empty").c_str(), old, 0);
    ::utimensat(AT_FDCWD, (user + "/link").c_str(), old, AT_SYMLINK_NOFOLLOW);
  }

  CaseDirectory caseDirectory =
      llvm::cantFail(CaseDirectory::create(temporary.file("case")));

  PrivateDirectory create(std::vector<std::string> arguments = {}) const {
    return llvm::cantFail(
        PrivateDirectory::create(caseDirectory, user, arguments));
  }
};

} // namespace

TEST_CASE_METHOD(PrivateDirectories,
                 "The runs get a copy of the user's "
                 "directory",
                 "[store][private]") {
  PrivateDirectory directory = create();
  CHECK_FALSE(directory.isInPlace());
  CHECK(directory.path() == caseDirectory.workDirectory());
  ::unlink((user + "/pipe").c_str()); // Pipes are not copied.
  auto wanted = stateOf(user), copy = stateOf(directory.path());
  wanted[""] =
      copy[""]; // Unlinking the pipe has changed the time of the folder.
  CHECK(copy == wanted);
  CHECK(copy.size() == 10);
}

TEST_CASE_METHOD(PrivateDirectories,
                 "A refresh undoes everything that a run has done to the copy",
                 "[store][private]") {
  PrivateDirectory directory = create();
  const std::string &work = directory.path();
  const auto before = stateOf(work);
  SECTION("nothing") {}
  SECTION("another content") { put(work + "/data/table", "much more of it"); }
  SECTION("another content of the same size") {
    put(work + "/data/table", "3 2 1");
  }
  SECTION("the same size and the old time") {
    put(work + "/data/table", "3 2 1");
    const timespec old[2] = {{1000000000, 5}, {1000000000, 123456789}};
    ::utimensat(AT_FDCWD, (work + "/data/table").c_str(), old, 0);
  }
  SECTION("shorter") { put(work + "/data/table", ""); }
  SECTION("removed") {
    fs::remove_all(work + "/data");
    fs::remove(work + "/link");
    fs::remove(work + "/in.txt");
  }
  SECTION("everything removed") { fs::remove_all(work); }
  SECTION("new files and folders") {
    put(work + "/core", "new");
    fs::create_directories(work + "/empty/new/deeper");
    put(work + "/empty/new/deeper/file", "new");
    ::mkfifo((work + "/data/fifo").c_str(), 0600);
  }
  SECTION("modes and times") {
    ::chmod((work + "/run.sh").c_str(), 0600);
    ::chmod((work + "/data/deep").c_str(), 0);
    ::chmod(work.c_str(), 0500);
    ::utimensat(AT_FDCWD, (work + "/in.txt").c_str(), nullptr, 0);
    ::utimensat(AT_FDCWD, (work + "/empty").c_str(), nullptr, 0);
  }
  SECTION("renamed") {
    fs::rename(work + "/data/table", work + "/data/deep/file");
    fs::rename(work + "/run.sh", work + "/in.txt");
  }
  SECTION("kinds exchanged") {
    fs::remove_all(work + "/data");
    put(work + "/data", "a file");
    fs::remove(work + "/in.txt");
    fs::create_directory(work + "/in.txt");
    put(work + "/in.txt/file", "x");
    fs::remove(work + "/link");
    put(work + "/link", "x");
  }
  SECTION("links bent") {
    fs::remove(work + "/link");
    fs::create_symlink("/etc/passwd", work + "/link");
  }
  llvm::cantFail(directory.refresh());
  CHECK(stateOf(work) == before);
  CHECK(get(outside + "/precious") == "precious");
}

TEST_CASE_METHOD(PrivateDirectories,
                 "A change in the clock tick of the copy is noticed",
                 "[store][private]") {
  PrivateDirectory directory = create();
  const std::string file = directory.path() + "/data/deep/file";
  for (int i = 0; i < 200; ++i) {
    int opened = ::open(file.c_str(), O_WRONLY);
    REQUIRE(::pwrite(opened, "DEEP", 4, 0) == 4);
    const timespec times[2] = {{0, UTIME_OMIT},
                               statusOf(user + "/data/deep/file").st_mtim};
    ::futimens(opened, times);
    ::close(opened);
    llvm::cantFail(directory.refresh());
    REQUIRE(get(file) == "deep");
  }
}

TEST_CASE_METHOD(PrivateDirectories,
                 "A refresh never leaves the directory "
                 "through a link",
                 "[store][private]") {
  PrivateDirectory directory = create();
  const std::string &work = directory.path();
  const auto before = stateOf(work);
  fs::create_directory(outside + "/deep");
  put(outside + "/table", "theirs");
  put(outside + "/deep/file", "theirs");
  put(outside + "/other", "theirs");
  const auto theirs = stateOf(outside);
  SECTION("a folder became a link") {
    fs::remove_all(work + "/data");
    fs::create_directory_symlink(outside, work + "/data");
  }
  SECTION("a new link to a folder") {
    fs::create_directory_symlink(outside, work + "/new");
  }
  SECTION("a file became a link") {
    fs::remove(work + "/data/table");
    fs::create_symlink(outside + "/table", work + "/data/table");
  }
  SECTION("a file became a hard link") {
    fs::remove(work + "/data/table");
    fs::create_hard_link(outside + "/table", work + "/data/table");
  }
  llvm::cantFail(directory.refresh());
  CHECK(stateOf(work) == before);
  CHECK(stateOf(outside) == theirs);
}

TEST_CASE_METHOD(PrivateDirectories, "A refresh leaves unchanged files alone",
                 "[store][private]") {
  PrivateDirectory directory = create();
  const std::string file = directory.path() + "/data/table";
  struct stat before = statusOf(file);
  put(directory.path() + "/new", "x");
  llvm::cantFail(directory.refresh());
  struct stat after = statusOf(file);
  CHECK(before.st_ino == after.st_ino);
  CHECK(before.st_ctim.tv_sec == after.st_ctim.tv_sec);
  CHECK(before.st_ctim.tv_nsec == after.st_ctim.tv_nsec);
}

TEST_CASE_METHOD(PrivateDirectories,
                 "A case keeps its copy when the user's "
                 "directory changes",
                 "[store][private]") {
  const auto before = stateOf(create().path());
  put(caseDirectory.workDirectory() + "/left-over", "of a killed run");
  put(user + "/data/table", "later");
  put(user + "/later", "later");
  PrivateDirectory again =
      llvm::cantFail(PrivateDirectory::reopen(caseDirectory, user));
  CHECK_FALSE(again.isInPlace());
  CHECK(stateOf(again.path()) == before);
  SECTION("a new copy is of what is there now") {
    CHECK(get(create().path() + "/later") == "later");
  }
}

TEST_CASE_METHOD(PrivateDirectories,
                 "Repositories and case directories are "
                 "not copied",
                 "[store][private]") {
  fs::create_directories(user + "/.git/objects");
  fs::create_directories(user + "/data/.git");
  put(user + "/.gitignore", "");
  {
    (void)llvm::cantFail(CaseDirectory::create(user + "/.pinstripe"));
  }
  {
    (void)llvm::cantFail(CaseDirectory::create(user + "/data/other-case"));
  }
  const std::string work = create().path();
  CHECK_FALSE(fs::exists(work + "/.git"));
  CHECK_FALSE(fs::exists(work + "/data/.git"));
  CHECK_FALSE(fs::exists(work + "/.pinstripe"));
  CHECK_FALSE(fs::exists(work + "/data/other-case"));
  CHECK(fs::exists(work + "/.gitignore"));
}

TEST_CASE_METHOD(PrivateDirectories,
                 "A case directory within the directory is "
                 "not copied into itself",
                 "[store][private]") {
  CaseDirectory inside =
      llvm::cantFail(CaseDirectory::create(user + "/.pinstripe"));
  PrivateDirectory directory =
      llvm::cantFail(PrivateDirectory::create(inside, user, {}));
  CHECK(directory.path() == user + "/.pinstripe/work");
  CHECK(get(directory.path() + "/data/table") == "1 2 3");
  CHECK_FALSE(fs::exists(directory.path() + "/.pinstripe"));
}

TEST_CASE_METHOD(PrivateDirectories,
                 "Runs happen in place if a copy would not do",
                 "[store][private]") {
  auto reasonFor = [&](std::vector<std::string> arguments,
                       PrivateDirectory::Limits limits = {}) {
    PrivateDirectory directory = llvm::cantFail(
        PrivateDirectory::create(caseDirectory, user, arguments, limits));
    CHECK(directory.path() ==
          (directory.isInPlace() ? user : caseDirectory.workDirectory()));
    const auto before = stateOf(directory.path());
    llvm::cantFail(directory.refresh());
    CHECK(stateOf(directory.path()) == before);
    return directory.reasonInPlace();
  };
  ::unlink((user + "/pipe").c_str());
  CHECK(reasonFor({}, {9, 1000}).empty());
  CHECK(reasonFor({}, {8, 1000}) == "it has more than 8 entries");
  put(user + "/large", std::string(3 << 20, 'x'));
  CHECK(reasonFor({}, {100, 2 << 20}) == "it holds more than 2 MiB");
  CHECK(reasonFor({"../data"}) == "the argument ../data leads out of it");
  CHECK(reasonFor({"-v", "--in=.."}) == "the argument --in=.. leads out of it");
  CHECK(reasonFor({"a/../b"}) == "the argument a/../b leads out of it");
  CHECK(reasonFor({"a..b", "...", "1..2", "..x", "x../y"}).empty());
}

TEST_CASE_METHOD(
    PrivateDirectories,
    "Running in place removes an earlier copy and stays in place when reopened",
    "[store][private]") {
  (void)create();
  CHECK(create({"../x"}).isInPlace());
  PrivateDirectory again =
      llvm::cantFail(PrivateDirectory::reopen(caseDirectory, user));
  CHECK(again.isInPlace());
  CHECK(again.path() == user);
  put(user + "/new", "stays");
  llvm::cantFail(again.refresh());
  CHECK(get(user + "/new") == "stays");
}

TEST_CASE_METHOD(
    PrivateDirectories,
    "A directory that is missing or can't be read is used in place",
    "[store][private]") {
  fs::remove_all(user);
  CHECK(contains(create().reasonInPlace(), "can't be read: No such file"));
}

TEST_CASE_METHOD(
    PrivateDirectories,
    "A further copy has the same content, and each copy is restored by itself",
    "[store][private]") {
  PrivateDirectory first = create();
  const auto before = stateOf(first.path());
  put(first.path() + "/data/table", "changed in the first");
  put(user + "/in.txt.new", "new in the original");
  PrivateDirectory second = llvm::cantFail(
      PrivateDirectory::another(caseDirectory, temporary.file("second")));
  CHECK_FALSE(second.isInPlace());
  CHECK(second.path() == temporary.file("second"));
  CHECK(stateOf(second.path()) == before);
  put(second.path() + "/data/table", "changed in the second");
  llvm::cantFail(first.refresh());
  CHECK(stateOf(first.path()) == before);
  CHECK(get(second.path() + "/data/table") == "changed in the second");
  llvm::cantFail(second.refresh());
  CHECK(stateOf(second.path()) == before);
}
