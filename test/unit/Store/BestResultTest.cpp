// Tests of reading and writing the best result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/BestResult.h"
#include "Errors.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"
#include <random>

using namespace pinstripe;

namespace {

template <typename Set = EventSet>
Set setOf(unsigned size, std::initializer_list<unsigned> ids) {
  Set set(size);
  for (unsigned id : ids)
    set.insert(typename Set::IdType(id));
  return set;
}

EventSet roundTrip(const EventSet &kept) {
  BestResult best;
  best.kept = kept;
  return llvm::cantFail(parseBest(formatBest(best), "best.yaml")).kept;
}

std::string fileOf(const char *events, const char *kept, const char *ranges) {
  return std::string("version: 1\nevents: ") + events + "\nkept: " + kept +
         "\nkept-events: '" + ranges + "'\ntests: 1\nminimality: none\n";
}

} // namespace

TEST_CASE("A best result is read as it was written", "[store][best]") {
  BestResult best;
  best.kept = setOf(34, {0, 1, 2, 5, 9, 32, 33});
  best.tests = 62;
  best.certificate = {Minimality::OneMinimal, Granularity::Iteration};
  best.userPinned = setOf(34, {5, 9});
  best.predicate.keep = {"sum = .*", "\xff"};
  best.unrecordedCalls = UnrecordedCalls::Skip;
  std::string text = formatBest(best);
  CHECK(contains(text, "1-3 6 10 33-34"));
  BestResult read = llvm::cantFail(parseBest(text, "best.yaml"));
  CHECK(read.kept == best.kept);
  CHECK(read.kept.universe() == 34);
  CHECK(read.tests == 62);
  CHECK(contains(text, "1-minimal by iteration"));
  CHECK(read.certificate == best.certificate);
  CHECK(read.userPinned == best.userPinned);
  CHECK(read.predicate == best.predicate);
  CHECK(read.unrecordedCalls == UnrecordedCalls::Skip);
}

TEST_CASE("Every set of events is read as it was written", "[store][best]") {
  for (unsigned bits = 0; bits < 64; ++bits) {
    EventSet kept(6);
    for (unsigned i = 0; i < 6; ++i)
      if (bits >> i & 1)
        kept.insert(EventIndex(i));
    CHECK(roundTrip(kept) == kept);
  }
  CHECK(roundTrip(EventSet()).isUnset());
  std::mt19937 random(3);
  EventSet large(5000);
  for (unsigned i = 0; i < 5000; ++i)
    if (random() % 3)
      large.insert(EventIndex(i));
  CHECK(roundTrip(large) == large);
}

TEST_CASE("A best result by statement is read as it was written",
          "[store][best]") {
  BestResult best;
  best.kept = EventSet(1000);
  best.keptUnits = setOf<UnitSet>(9, {0, 1, 8});
  std::string text = formatBest(best);
  CHECK(contains(text, "1-2 9"));
  BestResult read = llvm::cantFail(parseBest(text, "best.yaml"));
  CHECK(read.kept == best.kept);
  CHECK(read.keptUnits == best.keptUnits);
  size_t at = text.find("1-2 9");
  text.replace(at, 5, "1-2 10");
  CHECK(contains(messageOf<TraceFormatError>(parseBest(text, "best.yaml")),
                 "no units of this trace: 10"));
}

TEST_CASE("A best result that contradicts itself is refused", "[store][best]") {
  auto refusalOf = [](const std::string &text) {
    return messageOf<TraceFormatError>(parseBest(text, "best.yaml"));
  };
  CHECK(
      llvm::cantFail(parseBest(fileOf("9", "3", "1-2 9"), "best.yaml")).kept ==
      setOf(9, {0, 1, 8}));
  for (const char *ranges : {"0", "10", "9-10", "3-2", "1-", "-1", "x", "1-2-3",
                             "1,2", "99999999999", "+1"}) {
    CAPTURE(ranges);
    CHECK(contains(refusalOf(fileOf("9", "1", ranges)),
                   "best.yaml: no events of this trace: "));
  }
  CHECK(refusalOf(fileOf("9", "3", "1-2")) ==
        "best.yaml: the number of kept events is wrong; run `pinstripe "
        "reduce` again");
  CHECK(contains(refusalOf(fileOf("4000000000", "1", "1")), "impossible"));
  CHECK(contains(refusalOf("version: 2\n"), "a result of version 2"));
  CHECK(contains(refusalOf("version: 1\nevents: -3\n"), "best.yaml:2:9"));
}
