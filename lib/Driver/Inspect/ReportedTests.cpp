// Reads the tests of the last reduction, for reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspect/ReportedTests.h"
#include "pinstripe/Result/TestTally.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

/// The limit on the memory for the sets of executed events of all reported
/// tests, in bytes.
static constexpr size_t maxBytesOfEvents = size_t(256) << 20;

std::vector<bool> pinstripe::chooseTests(llvm::ArrayRef<Outcome> outcomes,
                                         size_t max) {
  std::vector<bool> isChosen(outcomes.size());
  // Chooses at most `room` of the tests for which `isCandidate` returns true,
  // evenly spread over all of these tests.
  auto choose = [&](auto isCandidate, size_t room) {
    size_t candidates = llvm::count_if(outcomes, isCandidate);
    room = std::min(room, candidates);
    size_t seen = 0;
    for (size_t i = 0; i != outcomes.size(); ++i) {
      if (!isCandidate(outcomes[i]))
        continue;
      isChosen[i] = (seen + 1) * room / candidates > seen * room / candidates;
      ++seen;
    }
    return room;
  };
  auto isFail = [](Outcome outcome) { return outcome == Outcome::Fail; };
  size_t chosen = choose(isFail, max);
  choose(std::not_fn(isFail), max - chosen);
  return isChosen;
}

llvm::Expected<std::vector<ReportedTest>>
pinstripe::readTests(TestDatabase &database) {
  std::vector<Outcome> outcomes;
  if (llvm::Error error = database.forEachOutcome(
          [&](const StoredTest &test) { outcomes.push_back(test.outcome); }))
    return error;
  size_t bytesOfSet = database.events() / 8 + 1;
  std::vector<bool> hasEvents = chooseTests(
      outcomes, std::min(maxTestsWithEvents, maxBytesOfEvents / bytesOfSet));
  std::vector<ReportedTest> tests;
  llvm::Error error = database.forEach([&](const StoredTest &test) {
    ReportedTest reported;
    reported.number = test.number;
    reported.outcome = test.outcome;
    reported.cause = test.cause;
    reported.ending = test.ending;
    reported.seconds = test.seconds;
    reported.executed = test.events.count();
    // `hasEvents` may be shorter than the list of tests, because another
    // process may have added tests since. So the index is checked.
    if (tests.size() < hasEvents.size() && hasEvents[tests.size()])
      reported.events = test.events;
    tests.push_back(std::move(reported));
    return llvm::Error::success();
  });
  if (error)
    return error;
  return tests;
}

KeptReasons pinstripe::reasonsIn(llvm::ArrayRef<ReportedTest> tests,
                                 const EventSet &kept) {
  KeptReasons reasons;
  for (const ReportedTest &test : tests) {
    if (test.outcome == Outcome::Fail || test.executed + 1 != kept.count() ||
        test.events.isUnset() || !test.events.isSubsetOf(kept))
      continue;
    EventSet leftOut = kept;
    leftOut -= test.events;
    KeptReason reason;
    reason.outcome = test.outcome;
    if (test.outcome == Outcome::Unresolved) {
      reason.cause = causeNamed(test.cause);
      reason.text = test.ending;
    }
    reasons[static_cast<uint32_t>(*leftOut.begin())] = std::move(reason);
  }
  return reasons;
}
