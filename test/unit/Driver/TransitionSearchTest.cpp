// Tests of the search for the points at which the cause of a failure moves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/TransitionSearch.h"
#include "TestSupport/OrFail.h"
#include "Transitions/PointExperiments.h"

using namespace pinstripe;

static std::vector<StateDifference>
differencesOf(std::initializer_list<const char *> keys) {
  std::vector<StateDifference> all;
  for (const char *key : keys)
    all.push_back({key, key, {}, "0", "1", {}});
  return all;
}

/// Searches for causes in a run of which a test states the cause at each point;
/// "" if there is none. Returns the points at which the found cause is another
/// one than at the point before. `looks` counts the points that were looked at.
static std::map<size_t, std::string>
search(size_t points, llvm::function_ref<std::string(size_t)> causeOf,
       size_t &looks, size_t most = ~size_t(0)) {
  CausesByPoint found;
  looks = 0;
  orFail(findCauses(
      points,
      [&](size_t point,
          llvm::ArrayRef<Cause>) -> llvm::Expected<std::optional<Cause>> {
        ++looks;
        std::string cause = causeOf(point);
        if (cause.empty())
          return std::nullopt;
        return Cause{{cause}, {}};
      },
      [](llvm::ArrayRef<size_t>) { return llvm::Error::success(); },
      [&] { return looks >= most; }, found));
  std::map<size_t, std::string> moves;
  std::string last;
  for (const auto &[point, cause] : found) {
    std::string present = cause ? cause->variables.front() : "";
    if (present != last)
      moves[point] = present;
    last = present;
  }
  return moves;
}

TEST_CASE("transitions are found by bisection", "[transitions]") {
  size_t looks = 0;
  auto causeOf = [](size_t point) -> std::string {
    return point < 333 ? "argc" : point < 700 ? "a[2]" : "v";
  };
  CHECK(search(1000, causeOf, looks) ==
        std::map<size_t, std::string>{{0, "argc"}, {333, "a[2]"}, {700, "v"}});
  CHECK(looks == 29);
}

TEST_CASE("the first and the last point with a cause are found",
          "[transitions]") {
  size_t looks = 0;
  auto causeOf = [](size_t point) {
    return point < 100 || point > 900 ? "" : "argc";
  };
  CHECK(search(1000, causeOf, looks) ==
        std::map<size_t, std::string>{{100, "argc"}, {901, ""}});
  CHECK(looks == 29);
  CHECK(search(1000, [](size_t) { return ""; }, looks).empty());
  CHECK(looks == 17);
  CHECK(search(1, [](size_t) { return "argc"; }, looks).size() == 1);
  CHECK(search(0, [](size_t) { return "argc"; }, looks).empty());
}

TEST_CASE("points without a cause between two causes are passed over",
          "[transitions]") {
  size_t looks = 0;
  auto causeOf = [](size_t point) -> std::string {
    if (point > 450 && point < 550)
      return "";
    return point < 500 ? "argc" : "v";
  };
  auto moves = search(1000, causeOf, looks);
  CHECK(moves.begin()->second == "argc");
  CHECK(moves.rbegin()->second == "v");
}

TEST_CASE("a search ends when its budget is spent", "[transitions]") {
  size_t looks = 0;
  search(1000, [](size_t point) { return std::to_string(point); }, looks, 5);
  CHECK(looks == 5);
}

/// Finds the cause among differences, by tests that pass or fail as `outcomeOf`
/// says of the differences that are set.
static std::optional<Cause>
causeAmong(llvm::ArrayRef<StateDifference> differences,
           llvm::function_ref<Outcome(const llvm::BitVector &)> outcomeOf,
           size_t &tests, llvm::ArrayRef<Cause> likely = {}) {
  tests = 0;
  PointExperiments experiments(
      differences,
      [&](const llvm::BitVector &set) {
        ++tests;
        return outcomeOf(set);
      },
      [] { return false; });
  return orFail(experiments.findCause(likely));
}

TEST_CASE("the variable that decides alone is the cause", "[transitions]") {
  auto differences =
      differencesOf({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
  size_t tests = 0;
  auto byG = [](const llvm::BitVector &set) {
    return set[6] ? Outcome::Pass : Outcome::Fail;
  };
  auto cause = causeAmong(differences, byG, tests);
  REQUIRE(cause);
  CHECK(cause->variables == std::vector<std::string>{"g"});
  CHECK(cause->context.empty());
  CHECK(tests == 9);
  // A likely cause takes two tests.
  cause = causeAmong(differences, byG, tests, Cause{{"g"}, {}});
  REQUIRE(cause);
  CHECK(tests == 2);
}

TEST_CASE("a variable that needs another one has a context", "[transitions]") {
  auto differences = differencesOf({"argc", "x", "argv[3]", "y", "z"});
  size_t tests = 0;
  auto outcomeOf = [](const llvm::BitVector &set) {
    if (!set[0])
      return Outcome::Fail;
    return set[2] ? Outcome::Pass : Outcome::Unresolved;
  };
  auto cause = causeAmong(differences, outcomeOf, tests);
  REQUIRE(cause);
  CHECK(cause->variables == std::vector<std::string>{"argc"});
  CHECK(cause->context == std::vector<std::string>{"argv[3]"});
}

TEST_CASE("there is no cause if all values together do not pass",
          "[transitions]") {
  auto differences = differencesOf({"a", "b"});
  size_t tests = 0;
  CHECK(!causeAmong(
      differences, [](const llvm::BitVector &) { return Outcome::Fail; },
      tests));
  CHECK(tests == 1);
  CHECK(!causeAmong(
      {}, [](const llvm::BitVector &) { return Outcome::Pass; }, tests));
  CHECK(tests == 0);
}
