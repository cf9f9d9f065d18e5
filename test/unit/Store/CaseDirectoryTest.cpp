// Tests of case directories.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/CaseDirectory.h"
#include "Errors.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

struct CaseDirectories {
  TemporaryDirectory temporary = llvm::cantFail(TemporaryDirectory::create());
  std::string path = temporary.file("case");

  CaseDirectory create() const {
    return llvm::cantFail(CaseDirectory::create(path));
  }
  Case caseWithInput(llvm::StringRef input) const {
    Case value;
    value.launch.program = "/src/sample";
    value.launch.standardInput = temporary.file("in.txt");
    value.launch.workingDirectory = "/src";
    llvm::cantFail(writeFileAtomically(value.launch.standardInput, input,
                                       Durability::ProcessKill));
    return value;
  }
};

bool exists(const std::string &path) { return llvm::sys::fs::exists(path); }

std::string contentOf(const std::string &path) {
  return llvm::cantFail(readFile(path));
}

} // namespace

TEST_CASE_METHOD(CaseDirectories,
                 "A case is read from its directory as it was written",
                 "[store][directory]") {
  {
    CaseDirectory directory = create();
    llvm::cantFail(directory.begin(caseWithInput("1 2 3\n")));
  }
  CaseDirectory directory = llvm::cantFail(CaseDirectory::open(path));
  Case value = llvm::cantFail(directory.readCase());
  CHECK(value.launch.program == "/src/sample");
  CHECK(directory.path() == path);
  CHECK(exists(directory.scratchDirectory()));
}

TEST_CASE_METHOD(CaseDirectories,
                 "The input of a case outlives the user's "
                 "file",
                 "[store][directory]") {
  CaseDirectory directory = create();
  Case value = caseWithInput("1 2 3\n");
  llvm::cantFail(directory.begin(value));
  llvm::cantFail(writeFileAtomically(value.launch.standardInput, "other"));
  LaunchSpec launch =
      directory.launchIn(llvm::cantFail(directory.readCase()), "/elsewhere");
  CHECK(contentOf(launch.standardInput) == "1 2 3\n");
  CHECK(launch.workingDirectory == "/elsewhere");
  CHECK(launch.program == "/src/sample");
}

TEST_CASE_METHOD(CaseDirectories,
                 "The program of a case without input reads nothing",
                 "[store][directory]") {
  CaseDirectory directory = create();
  Case value = caseWithInput("");
  value.launch.standardInput.clear();
  llvm::cantFail(directory.begin(value));
  CHECK(contentOf(directory.launchIn(value, "/").standardInput).empty());
}

TEST_CASE_METHOD(CaseDirectories, "A new case leaves no file of the old one",
                 "[store][directory]") {
  CaseDirectory directory = create();
  llvm::cantFail(directory.begin(caseWithInput("old")));
  BestResult best;
  best.kept = EventSet(3);
  llvm::cantFail(directory.writeBest(best));
  llvm::cantFail(writeFileAtomically(directory.traceFile(), "trace"));
  llvm::cantFail(writeFileAtomically(directory.resultFile(), "result"));
  llvm::cantFail(writeFileAtomically(directory.scratchDirectory() + "/x", "x"));
  llvm::cantFail(directory.begin(caseWithInput("new")));
  CHECK_FALSE(exists(directory.traceFile()));
  CHECK_FALSE(exists(directory.resultFile()));
  CHECK_FALSE(exists(directory.scratchDirectory() + "/x"));
  CHECK_FALSE(llvm::cantFail(directory.readBest()));
  CHECK(contentOf(directory.inputFile()) == "new");
}

TEST_CASE_METHOD(CaseDirectories,
                 "A recording that fails leaves the existing case",
                 "[store][directory]") {
  {
    CaseDirectory directory = create();
    llvm::cantFail(directory.begin(caseWithInput("old")));
    llvm::cantFail(writeFileAtomically(directory.traceFile(), "old trace"));
    llvm::cantFail(writeFileAtomically(directory.resultFile(), "old result"));
    llvm::cantFail(directory.completeRecording());
    CHECK_FALSE(directory.hasFormerCase());
  }
  std::string expected = "old";
  SECTION("it comes to no end") {
    CaseDirectory directory = create();
    llvm::cantFail(directory.begin(caseWithInput("new")));
    CHECK(directory.hasFormerCase());
    CHECK(messageOf<UsageError>(directory.checkIsComplete()) ==
          path +
              ": the recording has not come to its end; make it again with "
              "`pinstripe record -o " +
              path + " -- PROGRAM`");
  }
  SECTION("the tool is killed") {
    pid_t child = ::fork();
    if (child == 0) {
      CaseDirectory directory = create();
      llvm::cantFail(directory.begin(caseWithInput("new")));
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }
  SECTION("it does well, and the other one goes") {
    CaseDirectory directory = create();
    llvm::cantFail(directory.begin(caseWithInput("new")));
    llvm::cantFail(writeFileAtomically(directory.traceFile(), "new trace"));
    expected = "new";
  }
  CaseDirectory directory = llvm::cantFail(CaseDirectory::openForReading(path));
  CHECK(contentOf(directory.inputFile()) == expected);
  CHECK(contentOf(directory.traceFile()) == expected + " trace");
  CHECK(exists(directory.resultFile()) == (expected == "old"));
  CHECK_FALSE(directory.hasFormerCase());
  CHECK_FALSE(exists(path + "/former"));
}

TEST_CASE_METHOD(CaseDirectories,
                 "Temporary files of a killed tool are removed",
                 "[store][directory]") {
  (void)create();
  llvm::cantFail(writeFileAtomically(path + "/best.yaml.Xa81kL", "half"));
  llvm::cantFail(writeFileAtomically(path + "/best.yaml", "whole"));
  (void)create();
  CHECK_FALSE(exists(path + "/best.yaml.Xa81kL"));
  CHECK(exists(path + "/best.yaml"));
}

TEST_CASE_METHOD(CaseDirectories,
                 "An input that can't be read leaves the old "
                 "case alone",
                 "[store][directory]") {
  CaseDirectory directory = create();
  llvm::cantFail(directory.begin(caseWithInput("old")));
  Case value = caseWithInput("new");
  value.launch.standardInput = temporary.path();
  CHECK(messageOf<UsageError>(directory.begin(value)) ==
        temporary.path() + ": can't read: Is a directory; give the path of a "
                           "readable file");
  CHECK(contentOf(directory.inputFile()) == "old");
}

TEST_CASE_METHOD(CaseDirectories, "The best result is read back",
                 "[store][directory]") {
  CaseDirectory directory = create();
  CHECK_FALSE(llvm::cantFail(directory.readBest()));
  BestResult best;
  for (unsigned event : {4, 2}) {
    best.kept = EventSet(5);
    best.kept.insert(EventIndex(event));
    llvm::cantFail(directory.writeBest(best));
    auto read = llvm::cantFail(directory.readBest());
    REQUIRE(read);
    CHECK(read->kept == best.kept);
  }
  llvm::cantFail(writeFileAtomically(directory.bestFile(), "version: 1\n"));
  CHECK(contains(messageOf<TraceFormatError>(directory.readBest()),
                 directory.bestFile()));
}

TEST_CASE_METHOD(CaseDirectories,
                 "A directory that holds something else is "
                 "refused and left alone",
                 "[store][directory]") {
  REQUIRE(::mkdir(path.c_str(), 0755) == 0);
  SECTION("files") {
    llvm::cantFail(writeFileAtomically(path + "/thesis.txt", "precious"));
    CHECK(messageOf<UsageError>(CaseDirectory::create(path)) ==
          path + ": it holds files and is no case directory; name another "
                 "case directory with -o");
    CHECK(contentOf(path + "/thesis.txt") == "precious");
    CHECK_FALSE(CaseDirectory::isCaseDirectory(path));
  }
  SECTION("it is a file") {
    CHECK(contains(messageOf<UsageError>(CaseDirectory::create(
                       caseWithInput("x").launch.standardInput)),
                   "not a directory; name another"));
  }
  SECTION("an empty directory will do") {
    CHECK(exists(create().scratchDirectory()));
    CHECK(CaseDirectory::isCaseDirectory(path));
  }
}

TEST_CASE_METHOD(CaseDirectories,
                 "A case directory can be created again and in a new folder",
                 "[store][directory]") {
  path += "/a/b";
  (void)create();
  (void)create();
  CHECK(CaseDirectory::isCaseDirectory(path));
}

TEST_CASE_METHOD(CaseDirectories, "Two tools can't work on one case",
                 "[store][directory]") {
  auto holder = std::optional(create());
  llvm::cantFail(holder->begin(caseWithInput("")));
  CHECK(messageOf<UsageError>(CaseDirectory::create(path)) ==
        path + ": another pinstripe is at work on this case; wait for its "
               "end, or name another case directory with -o");
  CHECK(contains(messageOf<UsageError>(CaseDirectory::open(path)),
                 "another pinstripe"));
  CHECK(llvm::cantFail(CaseDirectory::openForReading(path))
            .readCase()
            ->launch.program == "/src/sample");
  holder.reset();
  (void)llvm::cantFail(CaseDirectory::open(path));
}

TEST_CASE_METHOD(CaseDirectories,
                 "A program that was started does not hold "
                 "the lock",
                 "[store][directory]") {
  auto holder = std::optional(create());
  int ends[2];
  REQUIRE(::pipe2(ends, 0) == 0);
  pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[0], 0);
    ::close(ends[1]);
    ::execl("/bin/cat", "cat", static_cast<char *>(nullptr));
    ::_exit(127);
  }
  ::close(ends[0]);
  holder.reset();
  // The child keeps the descriptor of the lock until its exec.
  bool free = false;
  for (int i = 0; i < 6000 && !free; ++i) {
    auto again = CaseDirectory::create(path);
    free = static_cast<bool>(again);
    llvm::consumeError(again.takeError());
    ::usleep(10000);
  }
  CHECK(free);
  CHECK(::waitpid(child, nullptr, WNOHANG) == 0);
  ::close(ends[1]);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE_METHOD(CaseDirectories, "Opening a missing case says how to make one",
                 "[store][directory]") {
  const std::string message =
      path + ": no case there; make one with `pinstripe record -o " + path +
      " -- PROGRAM`";
  CHECK(messageOf<UsageError>(CaseDirectory::open(path)) == message);
  CHECK(messageOf<UsageError>(CaseDirectory::openForReading(path)) == message);
  (void)create(); // The tool is killed before it writes the case.
  CHECK(messageOf<UsageError>(CaseDirectory::open(path)) == message);
}

TEST_CASE("A case directory that can't be made is a FileError",
          "[store][directory]") {
  auto result = CaseDirectory::create("/dev/null/case");
  REQUIRE_FALSE(static_cast<bool>(result));
  CHECK(contains(messageOf<FileError>(result.takeError()),
                 "/dev/null/case: can't write: Not a directory"));
}
