// Lists the tests of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TESTLISTING_H
#define PINSTRIPE_REPORT_TESTLISTING_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pinstripe {

/// One row of the list of tests.
struct TestRow {
  uint64_t number = 0; ///< Number of the test, from 1 on.
  Outcome outcome = Outcome::Unresolved;
  size_t events = 0; ///< How many events the test was to execute.
  /// How the run of the test ended, such as "exit status 0".
  std::string ending;
  double seconds = 0;
  /// The events that this test left out, compared with the last earlier test
  /// that reproduced the output: "bug.c:12 #3 and 4 more".
  std::string leftOut = {};
};

/// Describes the events that are in `before`, but not in `now`. Gives the first
/// such event, and how many more there are. Returns "-" if there are none.
std::string describeLeftOut(const UnitTable &table,
                            const InstanceTable &instances,
                            const EventSet &before, const EventSet &now);

/// Writes the headings of the columns that writeTest() fills.
void writeTestHeadings(TextStyle style, llvm::raw_ostream &stream);
void writeTest(const TestRow &test, TextStyle style, llvm::raw_ostream &stream);
/// Writes tests as JSON. `version` is the version of Pinstripe. `conditions`
/// says how the tests were made: which output they had to reproduce, what
/// decided about control flow, and what was in uninitialised memory.
void writeTestsJSON(const UnitTable &table, llvm::ArrayRef<TestRow> tests,
                    llvm::StringRef conditions, llvm::StringRef version,
                    llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TESTLISTING_H
