// Tests how CTest's list of tests is read, and how tests are judged.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Suite/SuiteTest.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

using Strings = std::vector<std::string>;

/// CTest 3.25 printed this list; its backtraces are left out.
static constexpr llvm::StringLiteral realList = R"({
  "backtraceGraph" : {"commands" : [], "files" : [], "nodes" : []},
  "kind" : "ctestInfo",
  "tests" :
  [
    {
      "command" :
      [
        "/build/gtest_test",
        "--gtest_filter=Cart.CountsEachItem",
        "--gtest_also_run_disabled_tests"
      ],
      "name" : "Cart.CountsEachItem",
      "properties" :
      [
        {
          "name" : "SKIP_REGULAR_EXPRESSION",
          "value" : [ "\\[  SKIPPED \\]" ]
        },
        {
          "name" : "WORKING_DIRECTORY",
          "value" : "/build"
        }
      ]
    },
    {
      "backtrace" : 1,
      "command" : [ "/build/receipt_test", "prices.txt" ],
      "name" : "receipt",
      "properties" :
      [
        { "name" : "ENVIRONMENT", "value" : [ "CURRENCY=EUR", "A=b=c" ] },
        {
          "name" : "ENVIRONMENT_MODIFICATION",
          "value" : [ "PATH=path_list_prepend:/opt/bin" ]
        },
        { "name" : "FIXTURES_REQUIRED", "value" : [ "DB" ] },
        { "name" : "SKIP_RETURN_CODE", "value" : 77 },
        { "name" : "TIMEOUT", "value" : 2.5 },
        { "name" : "WILL_FAIL", "value" : true }
      ]
    },
    {
      "name" : "not_built",
      "properties" : [ { "name" : "FIXTURES_SETUP", "value" : [ "DB" ] } ]
    }
  ],
  "version" : { "major" : 1, "minor" : 0 }
})";

static std::vector<SuiteTest> testsIn(llvm::StringRef json) {
  return orFail(parseTests(json));
}

TEST_CASE("the list of CTest is read with all properties that matter",
          "[suite][ctest]") {
  std::vector<SuiteTest> tests = testsIn(realList);
  REQUIRE(tests.size() == 3);
  CHECK(tests[0].name == "Cart.CountsEachItem");
  CHECK(tests[0].command == Strings{"/build/gtest_test",
                                    "--gtest_filter=Cart.CountsEachItem",
                                    "--gtest_also_run_disabled_tests"});
  CHECK(tests[0].workingDirectory == "/build");
  CHECK(tests[0].skip == Strings{"\\[  SKIPPED \\]"});
  CHECK_FALSE(tests[0].timeoutSeconds);
  CHECK(tests[1].environment == Strings{"CURRENCY=EUR", "A=b=c"});
  CHECK(tests[1].modifications == Strings{"PATH=path_list_prepend:/opt/bin"});
  CHECK(tests[1].timeoutSeconds == 2.5);
  CHECK(tests[1].willFail);
  CHECK(tests[1].skipStatus == 77);
  CHECK(tests[2].command.empty());
}

TEST_CASE("a test finds the tests that set up its fixtures", "[suite][ctest]") {
  std::vector<SuiteTest> tests = testsIn(realList);
  CHECK(setUpTestsOf(tests[0], tests).empty());
  REQUIRE(setUpTestsOf(tests[1], tests).size() == 1);
  CHECK(setUpTestsOf(tests[1], tests)[0]->name == "not_built");
}

TEST_CASE("a text that is not a list of tests is a usage error",
          "[suite][ctest]") {
  for (llvm::StringRef text :
       {"", "[]", "{\"kind\": \"ctestInfo\"}", "Test project /build",
        "{\"kind\": \"ctestInfo\", \"version\": {\"major\": 2}, \"tests\": []}",
        "{\"kind\": \"ctestInfo\", \"version\": {\"major\": 1}}"}) {
    llvm::Expected<std::vector<SuiteTest>> tests = parseTests(text);
    INFO(text.str());
    REQUIRE_FALSE(bool(tests));
    CHECK(tests.errorIsA<UsageError>());
    llvm::consumeError(tests.takeError());
  }
}

static std::optional<std::string> onlyPath(llvm::StringRef name) {
  return name == "PATH" ? std::optional<std::string>("/bin") : std::nullopt;
}

TEST_CASE("the modifications of an environment are applied in order",
          "[suite][ctest]") {
  SuiteTest test;
  test.environment = {"COLOUR=red", "LIST=a"};
  SECTION("paths and lists are extended on both sides") {
    test.modifications = {"PATH=path_list_prepend:/opt",
                          "PATH=path_list_append:/x", "NEW=path_list_append:/y",
                          "LIST=cmake_list_append:b",
                          "LIST=cmake_list_prepend:c"};
    TestEnvironment environment = llvm::cantFail(environmentOf(test, onlyPath));
    CHECK(environment.added ==
          Strings{"COLOUR=red", "LIST=c;a;b", "NEW=/y", "PATH=/opt:/bin:/x"});
  }
  SECTION("texts are extended, set and reset") {
    test.modifications = {"COLOUR=string_append:dish", "LIST=set:z:z",
                          "LIST=string_prepend:y", "PATH=set:/none",
                          "PATH=reset:"};
    TestEnvironment environment = llvm::cantFail(environmentOf(test, onlyPath));
    CHECK(environment.added ==
          Strings{"COLOUR=reddish", "LIST=yz:z", "PATH=/bin"});
  }
  SECTION("a variable that is unset is removed") {
    test.modifications = {"PATH=unset:", "COLOUR=unset:", "COLOUR=reset:"};
    TestEnvironment environment = llvm::cantFail(environmentOf(test, onlyPath));
    CHECK(environment.removed == Strings{"PATH"});
    CHECK(environment.added == Strings{"COLOUR=red", "LIST=a"});
  }
  SECTION("an operation that is not known is a usage error") {
    test.modifications = {"PATH=sort:"};
    llvm::Expected<TestEnvironment> environment = environmentOf(test, onlyPath);
    REQUIRE_FALSE(bool(environment));
    CHECK(llvm::toString(environment.takeError()).find("PATH=sort:") !=
          std::string::npos);
  }
}

using Kind = TestVerdict::Kind;

static TestVerdict judged(const SuiteTest &test, std::optional<int> status,
                          llvm::StringRef output = "") {
  return llvm::cantFail(judgeTest(test, status, output));
}

TEST_CASE("the exit status decides if a test states nothing else",
          "[suite][ctest]") {
  SuiteTest test;
  CHECK(judged(test, 0).kind == Kind::Passed);
  CHECK(judged(test, 3).kind == Kind::Failed);
  CHECK(judged(test, 3).reason == "exit status 3");
  CHECK(judged(test, std::nullopt).kind == Kind::Failed);
}

TEST_CASE("the output decides as in CTest", "[suite][ctest]") {
  SuiteTest test;
  SECTION("a required text overrules the exit status") {
    test.pass = {"all [0-9]+ right", "fine"};
    CHECK(judged(test, 1, "so\nall 12 right\n").kind == Kind::Passed);
    CHECK(judged(test, 0, "all right").kind == Kind::Failed);
  }
  SECTION("a forbidden text is found") {
    test.fail = {"ERROR: [a-z]*"};
    CHECK(judged(test, 0, "fine").kind == Kind::Passed);
    TestVerdict verdict = judged(test, 0, "1\nERROR: bad\n2");
    CHECK(verdict.kind == Kind::Failed);
    CHECK(verdict.badText == "ERROR: bad");
  }
  SECTION("a skipped test does not fail") {
    test.skip = {"\\[  SKIPPED \\]"};
    test.skipStatus = 77;
    CHECK(judged(test, 1, "[  SKIPPED ] X").kind == Kind::Skipped);
    CHECK(judged(test, 77).kind == Kind::Skipped);
    CHECK(judged(test, 1).kind == Kind::Failed);
  }
  SECTION("a regular expression that can't be read is a usage error") {
    test.fail = {"(["};
    llvm::Expected<TestVerdict> verdict = judgeTest(test, 0, "");
    REQUIRE_FALSE(bool(verdict));
    CHECK(verdict.errorIsA<UsageError>());
    llvm::consumeError(verdict.takeError());
  }
}

TEST_CASE("a test that is to fail passes if it fails, but not by a crash",
          "[suite][ctest]") {
  SuiteTest test;
  test.willFail = true;
  CHECK(judged(test, 1).kind == Kind::Passed);
  CHECK(judged(test, 0).kind == Kind::Failed);
  CHECK(judged(test, std::nullopt).kind == Kind::Failed);
}
