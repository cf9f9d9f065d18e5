// Tests the reports during a reduction: the trace view and the progress.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/ProgressJSON.h"
#include "pinstripe/Report/ProgressReporter.h"
#include "pinstripe/Report/TestListing.h"
#include "pinstripe/Report/TraceViewReporter.h"

using namespace pinstripe;

/// Returns the events of a configuration whose elements are events.
static std::optional<EventSet> asEvents(const Configuration &configuration) {
  EventSet events(configuration.universe());
  for (Element element : configuration.members())
    events.insert(EventIndex(element));
  return events;
}

static Configuration firstHalf(size_t universe) {
  Configuration result = Configuration::empty(universe);
  for (size_t i = 0; i != universe / 2; ++i)
    result.insert(Element(i));
  return result;
}

TEST_CASE("The trace view has a row for each test that took a run",
          "[report][trace-view]") {
  std::string text = written([](llvm::raw_ostream &stream) {
    TraceViewReporter view(34, asEvents, {}, stream);
    auto show = [&](const Configuration &configuration, Outcome outcome,
                    bool cached) {
      llvm::cantFail(view.testFinished(configuration, outcome, cached));
    };
    show(Configuration::full(34), Outcome::Fail, false);
    show(Configuration::empty(34), Outcome::Pass, false);
    show(firstHalf(34), Outcome::Pass, true);
    show(firstHalf(34), Outcome::Unresolved, false);
    view.finish(paperReducedTrace());
  });
  CHECK_BASELINE(text, "trace-view.txt");
}

TEST_CASE("A column of the trace view stands for several events of a long "
          "trace",
          "[report][trace-view]") {
  std::string text = written([](llvm::raw_ostream &stream) {
    TraceViewReporter view(100, asEvents, {.colour = false, .width = 58},
                           stream);
    Configuration half = firstHalf(100);
    half.insert(Element(51));
    llvm::cantFail(view.testFinished(half, Outcome::Fail, false));
  });
  CHECK_BASELINE(text, "trace-view-wide.txt");
}

TEST_CASE("Progress says what was done and what is left",
          "[report][progress]") {
  double now = 0;
  std::string text = written([&](llvm::raw_ostream &stream) {
    ProgressReporter progress({.colour = false, .width = 80}, stream,
                              [&] { return now; });
    TestCounts counts;
    counts.pass = 8;
    counts.fail = 2;
    now = 2;
    progress.progressed({"halving", 20, 34, 15, counts});
    // It is too soon to draw again.
    now = 2.05;
    progress.progressed({"halving", 19, 34, 14, counts});
    now = 4;
    progress.progressed({"sweep", 15, 34, std::nullopt, counts});
    // Here another stage of the reduction begins.
    counts.pass = 3;
    now = 5;
    progress.progressed({"halving", 100, 200, 10, counts});
  });
  CHECK(text == "\r\033[Khalving: 20 of 34 left, 10 tests (2 FAIL, 8 PASS), "
                "5.0/s, about 3.0 s to go"
                "\r\033[Ksweep: 15 of 34 left, 10 tests (2 FAIL, 8 PASS), "
                "2.5/s"
                "\r\033[Khalving: 100 of 200 left, 5 tests (2 FAIL, 3 PASS), "
                "5.0/s, about 2.0 s to go"
                "\r\033[K");
}

TEST_CASE("Progress goes to a log line by line", "[report][progress]") {
  double now = 0;
  std::string text = written([&](llvm::raw_ostream &stream) {
    ProgressReporter progress(
        {.colour = false, .width = 80}, stream, [&] { return now; },
        ProgressReporter::Form::Lines);
    TestCounts counts;
    counts.pass = 1;
    // A step that is over soon prints nothing.
    progress.progressed({"halving", 30, 34, std::nullopt, counts});
    now = 5;
    counts.unresolved = 3;
    counts.cached = 1;
    counts.known = 2;
    progress.progressed({"halving", 20, 34, 15, counts});
    now = 9.9;
    progress.progressed({"sweep", 20, 34, 14, counts});
    now = 10;
    counts.fail = 1;
    progress.progressed({"sweep", 15, 34, std::nullopt, counts});
  });
  CHECK(text == "halving: 20 of 34 left, 4 tests (1 PASS, 3 UNRESOLVED, 3 "
                "cached), 0.8/s, about 18.8 s to go\n"
                "sweep: 15 of 34 left, 5 tests (1 FAIL, 1 PASS, 3 UNRESOLVED, "
                "3 cached), 0.5/s\n");
}

TEST_CASE("Tests are listed one a row", "[report][show]") {
  std::string text = written([](llvm::raw_ostream &stream) {
    writeTestHeadings({}, stream);
    writeTest({1, Outcome::Fail, 34, "exit status 0", 0.0083, "-"}, {}, stream);
    writeTest({2, Outcome::Unresolved, 7, "signal 11 (SIGSEGV)", 1.5,
               "sum.c:12 #3 and 4 more"},
              {}, stream);
  });
  auto padded = [](std::string leftOut) {
    return leftOut.append(32 - leftOut.size(), ' ');
  };
  CHECK(text == "  test  outcome       events        time  " +
                    padded("left out") + "how it ended\n" +
                    "     1  FAIL              34      8.3 ms  " + padded("-") +
                    "exit status 0\n" +
                    "     2  UNRESOLVED         7   1500.0 ms  " +
                    padded("sum.c:12 #3 and 4 more") + "signal 11 (SIGSEGV)\n");
}

TEST_CASE("What a test left out is named by its first event",
          "[report][show]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  InstanceTable instances(table, trace);
  EventSet all(trace.size(), true), some = all;
  CHECK(describeLeftOut(table, instances, all, some) == "-");
  some.erase(EventIndex(11));
  CHECK(describeLeftOut(table, instances, all, some) == "sample.c:13 #2");
  some.erase(EventIndex(12));
  some.erase(EventIndex(15));
  CHECK(describeLeftOut(table, instances, all, some) ==
        "sample.c:13 #2 and 2 more");
}

TEST_CASE("Progress as JSON has a line for each step, and its last state",
          "[report][progress]") {
  double now = 0;
  std::string text = written([&](llvm::raw_ostream &stream) {
    ProgressJSON progress(stream, [&] { return now; });
    progress.step("recording", 0, 0, "");
    now = 0.01;
    progress.step("changing", 1, 30, "run");
    // The report comes too soon, and is not the last one of this step.
    now = 0.02;
    progress.step("changing", 2, 30, "run");
    now = 0.6;
    progress.step("changing", 25, 30, "run");
    now = 0.7; // The report comes too soon, but is the last one of this step.
    progress.step("changing", 30, 30, "run");
    progress.step("slicing", 5, 0, "run");
  });
  CHECK(text == R"({"progress":"step","seconds":0.000,"step":"recording",)"
                R"("done":null,"all":null,"unit":null}
{"progress":"step","seconds":0.010,"step":"changing","done":1,"all":30,"unit":"run"}
{"progress":"step","seconds":0.600,"step":"changing","done":25,"all":30,"unit":"run"}
{"progress":"step","seconds":0.700,"step":"changing","done":30,"all":30,"unit":"run"}
{"progress":"step","seconds":0.700,"step":"slicing","done":5,"all":null,"unit":"run"}
)");
}

TEST_CASE("Progress of a reduction as JSON counts tests by outcome",
          "[report][progress]") {
  std::string text = written([&](llvm::raw_ostream &stream) {
    ProgressJSON progress(stream, [] { return 1.5; });
    TestCounts counts;
    counts.pass = 8;
    counts.fail = 2;
    counts.cached = 1;
    progress.reduction({"halving", 20, 34, 15, counts});
    progress.reduction({"sweep", 20, 34, std::nullopt, counts});
  });
  CHECK(
      text ==
      R"({"progress":"reduction","seconds":1.500,"phase":"halving","kept":20,)"
      R"("elements":34,"tests":{"distinct":10,"cached":1,"pass":8,"fail":2,)"
      R"("unresolved":0},"tests_left":15})"
      "\n"
      R"({"progress":"reduction","seconds":1.500,"phase":"sweep","kept":20,)"
      R"("elements":34,"tests":{"distinct":10,"cached":1,"pass":8,"fail":2,)"
      R"("unresolved":0},"tests_left":null})"
      "\n");
}
