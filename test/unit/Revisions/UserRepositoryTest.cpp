// Tests what is read of a git repository, and that it is not changed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/UserRepository.h"
#include "States.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// A repository in a temporary folder.
struct TestRepository {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  std::string path = folder.file("repository");

  TestRepository() {
    llvm::sys::fs::create_directories(path);
    git({"init", "-q", "-b", "main"});
  }
  void git(std::vector<std::string> arguments) {
    REQUIRE(runGit(path, folder, std::move(arguments)));
  }
  void write(const std::string &name, const std::string &content) {
    llvm::cantFail(writeFileAtomically(path + "/" + name, content));
  }
  void commit(const std::string &name, const std::string &content) {
    write(name, content);
    git({"add", "-A"});
    git({"commit", "-q", "-m", "Write " + name + "\n\nMore."});
  }
  UserRepository open() { return llvm::cantFail(UserRepository::open(path)); }
};

std::vector<std::string> subjectsOf(const UserRepository &repository,
                                    llvm::StringRef good, llvm::StringRef bad) {
  std::vector<std::string> subjects;
  for (const Commit &commit : llvm::cantFail(
           repository.commitsBetween(llvm::cantFail(repository.commitOf(good)),
                                     llvm::cantFail(repository.commitOf(bad)))))
    subjects.push_back(commit.subject);
  return subjects;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("the commits between two revisions are listed, oldest first",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  test.git({"tag", "v1"});
  test.commit("b", "1\n");
  test.commit("c", "1\n");
  UserRepository repository = test.open();
  CHECK(subjectsOf(repository, "v1", "HEAD") ==
        Texts{"Write a", "Write b", "Write c"});
  CHECK(subjectsOf(repository, "HEAD~1", "HEAD~1") == Texts{"Write b"});
  CHECK(subjectsOf(repository, "HEAD", "v1").empty());
}

TEST_CASE("the list goes through merges to the good revision",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  test.git({"checkout", "-q", "-b", "side"});
  test.commit("b", "1\n");
  test.git({"checkout", "-q", "main"});
  test.commit("c", "1\n");
  test.git({"merge", "-q", "--no-ff", "-m", "Merge side", "side"});
  UserRepository repository = test.open();
  CHECK(subjectsOf(repository, "HEAD~2", "HEAD") ==
        Texts{"Write a", "Write c", "Merge side"});
  CHECK(subjectsOf(repository, "side", "HEAD") ==
        Texts{"Write b", "Merge side"});
}

TEST_CASE("the last common ancestor of two revisions is found",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  test.git({"checkout", "-q", "-b", "side"});
  test.commit("b", "1\n");
  test.git({"checkout", "-q", "main"});
  test.commit("c", "1\n");
  test.git({"checkout", "-q", "--orphan", "other"});
  test.commit("d", "1\n");
  UserRepository repository = test.open();
  auto commitOf = [&](const char *revision) {
    return llvm::cantFail(repository.commitOf(revision));
  };
  std::optional<Commit> common =
      repository.commonAncestor(commitOf("main"), commitOf("side"));
  REQUIRE(common);
  CHECK(common->id == commitOf("main~1").id);
  CHECK(!repository.commonAncestor(commitOf("main"), commitOf("other")));
}

TEST_CASE("a commit with a list of submodules has submodules",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  test.commit(".gitmodules", "[submodule \"sub\"]\n");
  UserRepository repository = test.open();
  CHECK(repository.hasSubmodules(llvm::cantFail(repository.commitOf("HEAD"))));
  CHECK(
      !repository.hasSubmodules(llvm::cantFail(repository.commitOf("HEAD~1"))));
}

TEST_CASE("a revision that does not exist is a UsageError",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  UserRepository repository = test.open();
  llvm::Expected<Commit> commit = repository.commitOf("v9");
  REQUIRE(!commit);
  CHECK(llvm::toString(commit.takeError()).find("no commit `v9`") == 0);
  llvm::Expected<UserRepository> none = UserRepository::open("/proc");
  REQUIRE(!none);
  CHECK(llvm::toString(none.takeError()).find("/proc: no git repository") == 0);
}

TEST_CASE("local changes are listed and stored, except for ignored files",
          "[revisions][repository]") {
  TestRepository test;
  test.commit("a", "1\n");
  test.commit("b", "1\n");
  test.commit(".gitignore", "*.o\n");
  test.write("a", "2\n");
  test.write("x.o", "object\n");
  test.write("new", "3\n");
  llvm::cantFail(removeTree(test.path + "/b"));
  UserRepository repository = test.open();
  std::string indexBefore = llvm::cantFail(readFile(test.path + "/.git/index"));
  CHECK(llvm::cantFail(repository.localChanges()) == Texts{"a", "b", "new"});

  TestStore store;
  llvm::cantFail(store.store.readAlso(repository.objectFolder()));
  StateId state = llvm::cantFail(repository.workingState(
      store.store, [](llvm::StringRef path) { return path == "skipped"; }));
  CHECK(state ==
        store.state({{".gitignore", "*.o\n"}, {"a", "2\n"}, {"new", "3\n"}}));
  CHECK(llvm::cantFail(readFile(test.path + "/.git/index")) == indexBefore);
}
