// Tests of the database of tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/TestDatabase.h"
#include "SQLite.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include <csignal>
#include <fstream>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using llvm::cantFail;

namespace {

constexpr unsigned traceSize = 3000;

/// Makes tests like those of a reduction: most are subsets of the last FAIL.
std::vector<StoredTest> someTests(unsigned count) {
  std::mt19937 random(7);
  std::vector<StoredTest> tests;
  EventSet best(traceSize, true);
  for (unsigned i = 0; i < count; ++i) {
    StoredTest test;
    test.key = {i * 0x9e3779b97f4a7c15u, ~uint64_t(i)};
    test.outcome = static_cast<Outcome>(random() % 3);
    test.ending = "exit status " + std::to_string(i);
    test.cause = test.outcome == Outcome::Unresolved ? "crash" : "";
    if (test.outcome == Outcome::Pass)
      test.difference = std::to_string(i) + " in place of 15";
    test.seconds = i / 1000.0;
    if (i % 3 == 0)
      test.endedDuring = EventIndex(i);
    test.events = best;
    unsigned begin = random() % traceSize;
    unsigned step = 1 + random() % 4;
    for (unsigned at = begin; at < std::min(traceSize, begin + 40); at += step)
      test.events.erase(EventIndex(at));
    if (test.outcome == Outcome::Fail)
      best = test.events;
    tests.push_back(test);
  }
  return tests;
}

std::unique_ptr<TestDatabase> openAt(const std::string &path,
                                     const std::string &identity = "case",
                                     const std::string &conditions = "--same") {
  return cantFail(TestDatabase::open(path, identity, traceSize, conditions));
}

std::vector<StoredTest> allIn(TestDatabase &database) {
  std::vector<StoredTest> tests;
  cantFail(database.forEach([&](const StoredTest &test) {
    tests.push_back(test);
    return llvm::Error::success();
  }));
  return tests;
}

void requireSame(const std::vector<StoredTest> &actual,
                 llvm::ArrayRef<StoredTest> expected) {
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(actual[i].number == i + 1);
    CHECK(actual[i].key == expected[i].key);
    CHECK(actual[i].outcome == expected[i].outcome);
    CHECK(actual[i].ending == expected[i].ending);
    CHECK(actual[i].cause == expected[i].cause);
    CHECK(actual[i].seconds == expected[i].seconds);
    CHECK(actual[i].endedDuring == expected[i].endedDuring);
    CHECK(actual[i].events == expected[i].events);
  }
}

} // namespace

TEST_CASE("tests are read as they were stored", "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  std::vector<StoredTest> tests = someTests(200);
  llvm::ArrayRef<StoredTest> all(tests);
  {
    auto database = openAt(path);
    for (StoredTest &test : llvm::MutableArrayRef(tests).take_front(120))
      cantFail(database->add(test));
    requireSame(allIn(*database), all.take_front(120));
  }
  // A database that is opened again continues the numbers.
  auto database = openAt(path);
  for (StoredTest &test : llvm::MutableArrayRef(tests).drop_front(120))
    cantFail(database->add(test));
  requireSame(allIn(*database), tests);
  auto reader = cantFail(TestDatabase::openForReading(path));
  requireSame(allIn(*reader), tests);

  size_t outcomes = 0;
  cantFail(reader->forEachOutcome([&](const StoredTest &test) {
    const StoredTest &expected = tests[outcomes++];
    CHECK(test.key == expected.key);
    CHECK(test.outcome == expected.outcome);
    CHECK(test.cause == expected.cause);
    CHECK(test.endedDuring == expected.endedDuring);
    CHECK(test.events.isUnset());
  }));
  CHECK(outcomes == tests.size());
}

TEST_CASE("the reason why a test did not reproduce the output is stored",
          "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  auto database = openAt(directory.path() + "/tests.sqlite");
  std::vector<StoredTest> tests = someTests(30);
  for (StoredTest &test : tests)
    cantFail(database->add(test));
  for (const StoredTest &test : tests) {
    std::string reason = cantFail(database->reasonOf(test.number));
    CHECK(reason ==
          (test.outcome == Outcome::Pass ? test.difference : test.ending));
  }
  CHECK(llvm::errorToBool(database->reasonOf(31).takeError()));
}

TEST_CASE("tests under other conditions are kept apart", "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  std::vector<StoredTest> tests = someTests(90);
  auto numberOf = [](TestDatabase &database) { return allIn(database).size(); };
  for (int round = 0; round < 3; ++round)
    for (const char *conditions : {"--same-stdout", "--same-exit"}) {
      auto database = openAt(path, "case", conditions);
      CHECK(numberOf(*database) == 15u * round);
      for (int i = 0; i < 15; ++i)
        cantFail(database->add(tests[30 * round + i]));
      CHECK(numberOf(*database) == 15u * (round + 1));
    }
  auto reader = cantFail(TestDatabase::openForReading(path));
  CHECK(reader->conditions() == "--same-exit");
  CHECK(reader->events() == traceSize);
  CHECK(numberOf(*reader) == 45);
  cantFail(TestDatabase::open(path, "case", traceSize, "--same-stdout"));
  reader = cantFail(TestDatabase::openForReading(path));
  CHECK(reader->conditions() == "--same-stdout");
  CHECK(numberOf(*reader) == 45);
  for (const StoredTest &test : allIn(*reader)) {
    CHECK(test.key == tests[test.number - 1].key);
    CHECK(test.events == tests[test.number - 1].events);
  }
}

TEST_CASE("tests of another case are deleted", "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  std::vector<StoredTest> tests = someTests(3);
  cantFail(openAt(path)->add(tests[0]));
  CHECK(allIn(*openAt(path)).size() == 1);
  auto other = openAt(path, "another");
  CHECK(allIn(*other).empty());
  cantFail(other->add(tests[1]));
  CHECK(tests[1].number == 1);
}

TEST_CASE("tests of another version are deleted, whatever their columns",
          "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  auto former = cantFail(SQLDatabase::open(path, SQLDatabase::Access::Write));
  cantFail(former.execute("CREATE TABLE about (version, identity, events);"
                          "CREATE TABLE conditions (number);"
                          "CREATE TABLE tests (number);"
                          "INSERT INTO about VALUES (1, 'case', 3000);"
                          "INSERT INTO tests VALUES (1);"));
  std::vector<StoredTest> tests = someTests(2);
  {
    auto database = openAt(path);
    CHECK(allIn(*database).empty());
    for (StoredTest &test : tests)
      cantFail(database->add(test));
  }
  requireSame(allIn(*openAt(path)), tests);
}

TEST_CASE("a kill loses no test that was added", "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  std::vector<StoredTest> tests = someTests(50);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    auto database = openAt(path);
    for (StoredTest &test : tests) {
      cantFail(database->add(test));
      if (test.number == 30) {
        char byte = 1;
        (void)!write(ends[1], &byte, 1);
      }
    }
    pause();
  }
  char byte = 0;
  REQUIRE(read(ends[0], &byte, 1) == 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  auto database = openAt(path);
  std::vector<StoredTest> left = allIn(*database);
  CHECK(left.size() >= 30);
  requireSame(left, llvm::ArrayRef(tests).take_front(left.size()));
}

TEST_CASE("a damaged database is refused", "[store][tests]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  SECTION("no database") { std::ofstream(path) << std::string(5000, 'x'); }
  SECTION("overwritten in the middle") {
    std::vector<StoredTest> tests = someTests(100);
    {
      auto database = openAt(path);
      for (StoredTest &test : tests)
        cantFail(database->add(test));
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    for (int i = 0; i < 8192; ++i)
      file.put('y');
  }
  auto opened = TestDatabase::open(path, "case", traceSize, "--same");
  llvm::Error error = opened.takeError();
  if (!error)
    error = (*opened)->forEach(
        [](const StoredTest &) { return llvm::Error::success(); });
  std::string message;
  llvm::handleAllErrors(std::move(error), [&](const TraceFormatError &format) {
    message = format.message;
  });
  CHECK(message.find(path + ": this database can't be read") == 0);
}
