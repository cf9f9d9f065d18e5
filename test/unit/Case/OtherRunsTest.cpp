// Tests of the files with other runs of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/OtherRuns.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

/// A folder with a file of runs, an input and an expected output.
struct RunFile {
  RunFile(llvm::StringRef text)
      : folder(llvm::cantFail(TemporaryDirectory::create())) {
    write("runs.txt", text);
    write("in.txt", "input\n");
    write("right.txt", "output\n");
  }
  void write(const char *name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream(folder.file(name), error) << text;
  }
  llvm::Expected<std::vector<OtherRun>> read(OtherRunKind kind) const {
    return readOtherRuns(folder.file("runs.txt"), kind);
  }
  std::string error(OtherRunKind kind) const {
    auto runs = read(kind);
    return runs ? "" : llvm::toString(runs.takeError());
  }

  TemporaryDirectory folder;
};

} // namespace

using Words = std::vector<std::string>;

TEST_CASE("each line is a run as typed after the program", "[case][runs]") {
  RunFile file("-n 3 'a b' \"c\\\"d\" e\\ f ''\n\n# a remark\n\n  -x\n");
  std::vector<OtherRun> runs = llvm::cantFail(file.read(OtherRunKind::Passing));
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].arguments == Words{"-n", "3", "a b", "c\"d", "e f", ""});
  CHECK(runs[0].standardInput == "/dev/null");
  CHECK(runs[1].arguments == Words{"-x"});
}

TEST_CASE("a run can have an input and an expected output", "[case][runs]") {
  RunFile file("");
  std::string in = file.folder.file("in.txt");
  std::string right = file.folder.file("right.txt");
  file.write("runs.txt", "-n 3 <" + in + " > " + right + "\n");
  std::vector<OtherRun> runs = llvm::cantFail(file.read(OtherRunKind::Failing));
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].arguments == Words{"-n", "3"});
  CHECK(runs[0].standardInput == in);
  CHECK(runs[0].expected == "output\n");
  LaunchSpec launch;
  launch.program = "/bin/prog";
  launch = runs[0].launch(launch);
  CHECK(launch.program == "/bin/prog");
  CHECK(launch.standardInput == in);
}

TEST_CASE("a word that was quoted for a shell is read as it was",
          "[case][runs]") {
  Words words{"it's", "#x", "a\nb\tc", "\x01'\\7", "", " ", "$a", "<>", "\"\\"};
  RunFile file(quoteForShell(words) + "\n");
  std::vector<OtherRun> runs = llvm::cantFail(file.read(OtherRunKind::Passing));
  CHECK(runs.at(0).arguments == words);
}

TEST_CASE("a quoted sign is an argument", "[case][runs]") {
  RunFile file("'<' \\> x\n");
  std::vector<OtherRun> runs = llvm::cantFail(file.read(OtherRunKind::Passing));
  CHECK(runs.at(0).arguments == Words{"<", ">", "x"});
}

TEST_CASE("a line that can't be read is named", "[case][runs]") {
  auto has = [](const std::string &text, llvm::StringRef part) {
    return llvm::StringRef(text).contains(part);
  };
  CHECK(has(RunFile("-x\n'open\n").error(OtherRunKind::Passing),
            "runs.txt:2: a quotation mark is not closed"));
  CHECK(has(RunFile("-x\n$'open\n").error(OtherRunKind::Passing),
            "runs.txt:2: a quotation mark is not closed"));
  CHECK(has(RunFile("-x <\n").error(OtherRunKind::Passing),
            "runs.txt:1: no file after `<`"));
  CHECK(has(RunFile("-x < /nowhere/in\n").error(OtherRunKind::Passing),
            "runs.txt:1: /nowhere/in: "));
  CHECK(has(RunFile("-x\n").error(OtherRunKind::Failing),
            "runs.txt:1: say what this run should print"));
  RunFile file("");
  file.write("runs.txt", "-x > " + file.folder.file("right.txt") + "\n");
  CHECK(has(file.error(OtherRunKind::Passing), "is right as it is"));
}
