// Tests how the failures in the output of a test program are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/FailureReport.h"
#include "RealOutputs.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

using Strings = std::vector<std::string>;

static FailureReport reportOf(llvm::StringRef output) {
  std::optional<FailureReport> report = parseFailures(output);
  REQUIRE(report);
  return *report;
}

/// Returns the operands of a failure as text: `total=8`.
static Strings operandsOf(const FailedAssertion &failure) {
  Strings result;
  for (const FailedOperand &operand : failure.operands)
    result.push_back(operand.expression + "=" + operand.value);
  return result;
}

TEST_CASE("the output of other programs is not taken for a report", "[suite]") {
  for (llvm::StringRef output :
       {"", "a.cpp:3: Failure\n", "x.cpp:3: FAILED:\n  REQUIRE( a )\n",
        "1..2\nok 1\nnot ok 2\n", "[ RUN ] x\n"})
    CHECK_FALSE(parseFailures(output));
}

TEST_CASE("a failure of Catch2 has its test case, place and operands",
          "[suite][catch2]") {
  FailureReport report = reportOf(catchFailure);
  CHECK(report.framework == TestFramework::Catch2);
  CHECK(report.testCases == 1);
  REQUIRE(report.failures.size() == 1);
  const FailedAssertion &failure = report.failures.front();
  CHECK(failure.testCase == "an item that is added again counts again");
  CHECK(failure.file == "/src/catch_test.cpp");
  CHECK(failure.line == 31);
  CHECK(failure.text == "REQUIRE( total == 14 )");
  CHECK(failure.lines == Strings{"/src/catch_test.cpp:31: FAILED:",
                                 "  REQUIRE( total == 14 )", "  8 == 14"});
  CHECK(operandsOf(failure) == Strings{"total=8"});
}

TEST_CASE("only operands of Catch2 that are variables with numbers count",
          "[suite][catch2]") {
  FailureReport report = reportOf(catchKinds);
  std::vector<Strings> operands;
  for (const FailedAssertion &failure : report.failures)
    operands.push_back(operandsOf(failure));
  CHECK(operands ==
        std::vector<Strings>{
            {"s.a[i]=2"},
            {}, // The operand is a call.
            {"flag=true"},
            {"d=0.30000001"},
            {"long_variable_name_number_one=12345678901234", "another=3"},
            {}, // The operands are texts.
            {"i=1"},
            {},
            {}});
}

TEST_CASE("a long name of a test case of Catch2 becomes a pattern",
          "[suite][catch2]") {
  CHECK(reportOf(catchKinds).failures.front().testCase ==
        "a name that is so long that Catch2 writes it on two lines, since "
        "seventy-nine*");
}

TEST_CASE("failures of several test cases of Catch2 are told apart",
          "[suite][catch2]") {
  FailureReport report = reportOf(catchCrash);
  CHECK(report.testCases == 2);
  CHECK(report.failures.back().testCase == "crash");
  CHECK(report.failures.back().line == 17);
}

TEST_CASE("version 3 of Catch2 is read as well", "[suite][catch2]") {
  FailureReport report = reportOf(catch3Failure);
  CHECK(report.testCases == 1);
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].testCase == "sums, or [other] numbers");
  CHECK(report.failures[0].line == 8);
  CHECK(operandsOf(report.failures[0]) == Strings{"total=500"});
}

TEST_CASE("an output that was cut off anywhere can be read", "[suite]") {
  for (llvm::StringRef output :
       {llvm::StringRef(catchKinds), llvm::StringRef(catchCrash),
        llvm::StringRef(googleKinds), llvm::StringRef(googleCrash)}) {
    size_t all = reportOf(output).failures.size();
    bool isRight = true;
    for (size_t size = 0; size < output.size(); size += 7) {
      llvm::StringRef part = output.take_front(size);
      std::optional<FailureReport> report = parseFailures(part);
      isRight &= !report || report->failures.size() <= all;
      if (report)
        passingOutput(part, *report);
    }
    CHECK(isRight);
  }
}

TEST_CASE("a passing run of Catch2 is not a report of failures",
          "[suite][catch2]") {
  CHECK_FALSE(parseFailures(catchSuccess));
}

TEST_CASE("a failure of GoogleTest has its test case, place and operands",
          "[suite][gtest]") {
  FailureReport report = reportOf(googleFailure);
  CHECK(report.framework == TestFramework::GoogleTest);
  CHECK(report.testCases == 1);
  REQUIRE(report.failures.size() == 1);
  const FailedAssertion &failure = report.failures.front();
  CHECK(failure.testCase == "Cart.CountsAnItemAgain");
  CHECK(failure.file == "/src/gtest_test.cpp");
  CHECK(failure.line == 25);
  CHECK(failure.text == "total == 14");
  CHECK(failure.lines == Strings{"/src/gtest_test.cpp:25: Failure",
                                 "Expected equality of these values:",
                                 "  total", "    Which is: 8", "  14"});
  CHECK(operandsOf(failure) == Strings{"total=8"});
}

TEST_CASE("operands of GoogleTest are found in messages of all kinds",
          "[suite][gtest]") {
  FailureReport report = reportOf(googleKinds);
  CHECK(report.testCases == 3);
  CHECK(report.passed == Strings{"Cart.IsEmptyAtFirst"});
  std::vector<Strings> operands;
  for (const FailedAssertion &failure : report.failures)
    operands.push_back(operandsOf(failure));
  CHECK(operands == std::vector<Strings>{{"total=8"},
                                         {}, // The operand is a call.
                                         {}, // The comparison is a call, too.
                                         {"total=6"},
                                         {}, // The operands are texts.
                                         {"total=6"},
                                         {"total=6"}});
  CHECK(report.failures[1].testCase == "Cart.Others");
}

TEST_CASE("a flag, a parameter and an exception are read from GoogleTest",
          "[suite][gtest]") {
  FailureReport flag = reportOf(googleException);
  REQUIRE(flag.failures.size() == 2);
  CHECK(operandsOf(flag.failures[0]) == Strings{"ok=false"});
  CHECK(flag.failures[1].file.empty());
  CHECK(flag.failures[1].lines.back() ==
        "C++ exception with description \"oops\" thrown in the test body.");
  FailureReport parameter = reportOf(googleParameter);
  CHECK(parameter.failures.front().testCase == "All/P.Holds/0");
  CHECK(operandsOf(parameter.failures.front()) == Strings{"v=1"});
}

TEST_CASE("the test case of GoogleTest that crashed is known",
          "[suite][gtest]") {
  CHECK(reportOf(googleCrash).unfinished == "Bare.Crash");
  CHECK(reportOf(googleFailure).unfinished.empty());
}

TEST_CASE("a test case is selected by its name", "[suite]") {
  CHECK(llvm::cantFail(filterFor(TestFramework::GoogleTest, "Cart.Total")) ==
        "--gtest_filter=Cart.Total");
  CHECK(llvm::cantFail(filterFor(TestFramework::Catch2, "plain name")) ==
        "plain name");
  CHECK(llvm::cantFail(filterFor(TestFramework::Catch2, "f[i], or \\")) ==
        "f\\[i\\]\\, or \\\\");
}

TEST_CASE("a name that would be read as another filter is refused", "[suite]") {
  for (llvm::StringRef name : {"~a", "-a", "\"a", "*a"})
    for (TestFramework framework :
         {TestFramework::Catch2, TestFramework::GoogleTest}) {
      llvm::Expected<std::string> filter = filterFor(framework, name);
      REQUIRE_FALSE(bool(filter));
      CHECK(filter.errorIsA<UsageError>());
      CHECK(llvm::StringRef(llvm::toString(filter.takeError()))
                .contains("begins with `" + name.take_front().str() + "`"));
    }
}
