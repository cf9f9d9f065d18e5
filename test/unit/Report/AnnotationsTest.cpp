// Tests the annotations for CI systems.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Annotations.h"
#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"

using namespace pinstripe;

static std::string gitHub(std::vector<Annotation> annotations,
                          llvm::StringRef root = "/repository") {
  return written([&](llvm::raw_ostream &stream) {
    writeGitHubAnnotations(annotations, root, stream);
  });
}

static Annotation remark() {
  Annotation result;
  result.file = "/repository/src/a.c";
  result.line = 3;
  result.endLine = 4;
  result.title = "title";
  result.message = "message";
  return result;
}

TEST_CASE("an annotation names the file below the repository, and the lines",
          "[report][annotations]") {
  CHECK(gitHub({remark()}) ==
        "::warning file=src/a.c,line=3,endLine=4,title=title::message\n");
  CHECK(gitHub({remark()}, "/repository/") == gitHub({remark()}));
  Annotation notice = remark();
  notice.level = Annotation::Level::Notice;
  CHECK(gitHub({notice}) ==
        "::notice file=src/a.c,line=3,endLine=4,title=title::message\n");
}

TEST_CASE("a file outside of the repository keeps its whole path",
          "[report][annotations]") {
  CHECK(gitHub({remark()}, "/repo") ==
        "::warning file=/repository/src/a.c,line=3,endLine=4,title=title::"
        "message\n");
}

TEST_CASE("what would end an annotation or a part of it is escaped",
          "[report][annotations]") {
  Annotation each = remark();
  each.file = "/repository/a,b:c%.c";
  each.title = "50%: a, b";
  each.message = "50%: a, b\nand c";
  CHECK(gitHub({each}) == "::warning file=a%2Cb%3Ac%25.c,line=3,endLine=4,"
                          "title=50%25%3A a%2C b::50%25: a, b%0Aand c\n");
}

TEST_CASE("a text of the program can't begin a line with a command of GitHub",
          "[report][annotations]") {
  Annotation each = remark();
  each.title = "a\n::error::b";
  each.message = "a\r\n::error::b";
  std::string text = gitHub({each});
  CHECK(text.find('\n') == text.size() - 1);
  CHECK(text.find('\r') == std::string::npos);
}

/// Returns a reduction of the paper's program that keeps these events.
static ReductionSummary reductionTo(const UnitTable &table, const Trace &trace,
                                    llvm::ArrayRef<uint32_t> events) {
  ReductionSummary summary{{"0.1.0", {}, {"native", ""}, table, trace},
                           EventSet(trace.size())};
  for (uint32_t event : events)
    summary.kept.insert(EventIndex(event));
  return summary;
}

TEST_CASE("a reduction annotates the lines that have critical instances",
          "[report][annotations]") {
  UnitTable table = paperTable("/repository/sample.c");
  Trace trace = paperTrace();
  std::vector<Annotation> all =
      annotationsOf(reductionTo(table, trace, {0, 33}), maxAnnotations);
  REQUIRE(all.size() == 2);
  CHECK(gitHub({all.front()}) ==
        "::notice file=sample.c,line=5,endLine=5,title=pinstripe reduce%3A "
        "critical::the output needs 1 of 1 executed statement instance of this "
        "line\n");
  SECTION("those that were executed last come first if there are too many") {
    std::vector<Annotation> last =
        annotationsOf(reductionTo(table, trace, {0, 33}), 1);
    REQUIRE(last.size() == 1);
    CHECK(last.front().line == all.back().line);
    CHECK(last.front().message.find("\nand 1 more place, see the log") !=
          std::string::npos);
  }
  SECTION("neighbouring lines share one annotation") {
    std::vector<Annotation> joined =
        annotationsOf(reductionTo(table, trace, {0, 1}), maxAnnotations);
    REQUIRE(joined.size() == 1);
    CHECK(joined.front().line == 5);
    CHECK(joined.front().endLine == 6);
  }
}

TEST_CASE("a mutation is annotated with the statement that should be there",
          "[report][annotations]") {
  UnitTable table = paperTable("/repository/sample.c");
  Trace trace = paperTrace();
  MutationSummary summary{{"0.1.0", {}, {"native", ""}, table, trace}};
  MutatedUnit unit;
  unit.unit = UnitId(PaperStatement::Condition);
  unit.best = Effect::ExpectedOutput;
  Mutation mutation;
  mutation.after = "while (a < b) {";
  unit.mutations = {{mutation, Effect::ExpectedOutput, 20, {}}};
  summary.units = {unit};
  CHECK(gitHub(annotationsOf(summary, maxAnnotations)) ==
        "::warning file=sample.c,line=12,endLine=12,title=pinstripe mutate%3A "
        "the expected output comes out::written as `while (a < b) {`\n");
}
