// Tests of the runs that are made from the input of the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/VariedRuns.h"
#include "Case/PaperMachine.h"
#include "Mutate/StoredRuns.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <fstream>

using namespace pinstripe;

namespace {

/// A recorded case with arguments and an input. Its runs are not in a sandbox.
class VariedCase {
public:
  VariedCase(std::vector<std::string> arguments, const std::string &input)
      : folder(llvm::cantFail(TemporaryDirectory::create())),
        recorded{llvm::cantFail(CaseDirectory::create(folder.file("case"))),
                 Case()},
        runner(engine) {
    write("in", input);
    recorded.launch.arguments = std::move(arguments);
    recorded.launch.workingDirectory = folder.path();
    recorded.launch.standardInput = folder.file("in");
  }

  void write(llvm::StringRef name, const std::string &text) const {
    std::ofstream(folder.file(name)) << text;
  }
  RunnableCase runnable() { return {recorded, runner, stop}; }
  std::vector<VariedInput> inputs() {
    return variedInputs(runnable(), recorded.launch);
  }
  std::vector<VariedRun> runs(size_t most = 1000) {
    std::string place = folder.file("runs");
    REQUIRE(!llvm::sys::fs::create_directory(place));
    VariedRuns varied(recorded.launch.arguments, inputs(), place, most);
    std::vector<VariedRun> all;
    while (auto next = llvm::cantFail(varied.next()))
      all.push_back(*next);
    return all;
  }
  /// Returns the command lines of all runs, with `@` in place of the folder of
  /// runs.
  std::vector<std::string> lines() {
    std::vector<std::string> texts;
    for (const VariedRun &run : runs()) {
      std::string text = run.run.text, place = folder.file("runs");
      for (size_t at; (at = text.find(place)) != std::string::npos;)
        text.replace(at, place.size(), "@");
      texts.push_back(text);
    }
    return texts;
  }

  TemporaryDirectory folder;
  RecordedCase recorded;
  PaperMachine engine;
  CaseRunner runner;
  std::atomic<bool> stop = false;
};

} // namespace

using Texts = std::vector<std::string>;

static std::string contentOf(const std::string &path) {
  return llvm::cantFail(readFile(path));
}

TEST_CASE("the standard input is varied", "[driver][variedruns]") {
  VariedCase varied({}, "a\nb\n");
  std::vector<VariedRun> runs = varied.runs();
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].run.arguments.empty());
  CHECK(contentOf(runs[0].run.standardInput) == "b\n");
  CHECK(contentOf(runs[1].run.standardInput) == "a\n");
  CHECK(contentOf(runs[2].run.standardInput) == "\nb\n");
  CHECK(contentOf(runs[3].run.standardInput) == "a\n\n");
  CHECK(runs[2].size == 3);
  CHECK(runs[0].run.standardInput == runs[0].folder + "/stdin");
  CHECK(runs[0].run.text == "< " + runs[0].run.standardInput);
}

TEST_CASE("a file that an argument names is varied in a file of its own",
          "[driver][variedruns]") {
  VariedCase varied({"-x", "--data=list.csv", "missing"}, "");
  varied.write("list.csv", "a\nb\n");
  CHECK(varied.lines() == Texts{
                              "-x --data=@/1/list.csv missing",
                              "-x --data=@/2/list.csv missing",
                              "-x --data=@/3/list.csv missing",
                              "-x --data=@/4/list.csv missing",
                              // The next runs vary the arguments; all of them
                              // keep the file.
                              "--data=list.csv missing",
                              "-x --data=list.csv",
                              "--data=list.csv",
                              "x --data=list.csv missing",
                              "- --data=list.csv missing",
                              "'' --data=list.csv missing",
                              "-x --data=list.csv ''",
                          });
  CHECK(contentOf(varied.folder.file("runs/1/list.csv")) == "b\n");
  CHECK(contentOf(varied.folder.file("runs/4/list.csv")) == "a\n\n");
  // The folder contains nothing but the variations.
  CHECK_FALSE(llvm::sys::fs::exists(varied.folder.file("runs/5")));
}

TEST_CASE("the arguments are varied if there is nothing else",
          "[driver][variedruns]") {
  VariedCase varied({"3"}, "");
  CHECK(varied.lines() == Texts{"''", "4", "2", "1"});
  CHECK(VariedCase({}, "").runs().empty());
  CHECK(VariedCase({}, "").inputs().empty());
}

TEST_CASE("with other arguments, a run has the recorded input",
          "[driver][variedruns]") {
  VariedCase varied({"x"}, "a");
  CHECK(varied.lines() == Texts{"x < @/1/stdin", "'' < @/2/stdin"});
  CHECK(contentOf(varied.folder.file("runs/1/stdin")) == "");
  CHECK(contentOf(varied.folder.file("runs/2/stdin")) == "a");
}

TEST_CASE("an input that is not a text is not varied", "[driver][variedruns]") {
  VariedCase varied({"7"}, std::string("a\0b", 3));
  std::vector<VariedInput> inputs = varied.inputs();
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].name == "arguments");
}

TEST_CASE("a file that the run writes is not varied", "[driver][variedruns]") {
  VariedCase varied({"out.txt"}, "");
  varied.write("out.txt", "a\nb\n");
  CHECK(varied.inputs().front().name == "out.txt");
  varied.recorded.theCase.writtenFiles = {"out.txt"};
  CHECK(varied.inputs().front().name == "arguments");
}

TEST_CASE("a quarter of the runs at most varies the arguments",
          "[driver][variedruns]") {
  std::string input;
  Texts arguments;
  for (int i = 0; i < 50; ++i) {
    input += std::to_string(i) + "\n";
    arguments.push_back(std::to_string(i));
  }
  VariedCase varied(arguments, input);
  std::vector<VariedRun> runs = varied.runs(40);
  REQUIRE(runs.size() == 40);
  CHECK(runs[29].run.arguments == arguments);
  CHECK(runs[30].run.arguments != arguments);
}

TEST_CASE("stored runs are those that were made", "[driver][variedruns]") {
  VariedCase varied({"it's", "a\nb"}, "in\n");
  StoredRuns stored(varied.recorded, "conditions");
  CHECK_FALSE(stored.read());
  llvm::cantFail(stored.clear());
  ReferenceRuns runs;
  VariedRuns made(varied.recorded.launch.arguments, varied.inputs(),
                  stored.path(), 2);
  runs.passing = {llvm::cantFail(made.next())->run};
  OtherRun failing = llvm::cantFail(made.next())->run;
  failing.expected = "right\n";
  std::string expected = stored.path() + "/right";
  std::ofstream(expected) << *failing.expected;
  failing.text += " > " + expected;
  runs.failing = {failing};
  runs.summary.made = 9;
  runs.summary.passing = 6;
  runs.summary.failing = 2;
  llvm::cantFail(stored.write(runs));

  std::optional<ReferenceRuns> read = stored.read();
  REQUIRE(read);
  CHECK(read->summary.isStored);
  CHECK(read->summary.made == 9);
  CHECK(read->summary.passing == 6);
  CHECK(read->summary.failing == 2);
  REQUIRE(read->passing.size() == 1);
  CHECK(read->passing[0].arguments == runs.passing[0].arguments);
  CHECK(read->passing[0].standardInput == runs.passing[0].standardInput);
  REQUIRE(read->failing.size() == 1);
  CHECK(read->failing[0].expected == "right\n");

  SECTION("of other conditions, there are none") {
    CHECK_FALSE(StoredRuns(varied.recorded, "others").read());
  }
  SECTION("if they are damaged, there are none") {
    std::string damaged = GENERATE("", "{}", "[", "{\"version\": 1}");
    std::ofstream(stored.path() + "/made.json") << damaged;
    CHECK_FALSE(stored.read());
  }
  SECTION("if a file is missing, there are none") {
    REQUIRE(!llvm::sys::fs::remove(runs.passing[0].standardInput));
    CHECK_FALSE(stored.read());
  }
  SECTION("a search that found nothing for lack of time is made again") {
    llvm::cantFail(stored.clear());
    ReferenceRuns none;
    llvm::cantFail(stored.write(none));
    CHECK(stored.read());
    none.summary.isCut = true;
    llvm::cantFail(stored.write(none));
    CHECK_FALSE(stored.read());
  }
  SECTION("after they were removed, there are none") {
    llvm::cantFail(stored.clear());
    CHECK_FALSE(stored.read());
    CHECK(llvm::sys::fs::is_directory(stored.path()));
  }
}
