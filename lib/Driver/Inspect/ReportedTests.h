// Reads the tests of the last reduction, for reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_REPORTEDTESTS_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_REPORTEDTESTS_H

#include "pinstripe/Result/CaseReport.h"
#include "pinstripe/Store/TestDatabase.h"

namespace pinstripe {

/// The largest number of tests for which a report shows which events were
/// executed.
inline constexpr size_t maxTestsWithEvents = 2000;

/// Chooses at most `max` of the tests whose outcomes are given. Chooses all
/// tests that FAILed (reproduced the output), and some of the others, evenly
/// spread. If more than `max` tests FAILed, chooses only from these, evenly
/// spread.
std::vector<bool> chooseTests(llvm::ArrayRef<Outcome> outcomes, size_t max);

/// Reads all tests of the last reduction. Only some of them come with the set
/// of events that were executed: at most maxTestsWithEvents, and fewer if the
/// run is very long.
llvm::Expected<std::vector<ReportedTest>> readTests(TestDatabase &database);

/// Returns the known reasons why events of `kept` were kept. If a test has
/// executed all events of `kept` except one, its outcome is the reason why this
/// event was kept.
KeptReasons reasonsIn(llvm::ArrayRef<ReportedTest> tests, const EventSet &kept);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_REPORTEDTESTS_H
