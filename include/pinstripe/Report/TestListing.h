// Lists the tests of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TESTLISTING_H
#define PINSTRIPE_REPORT_TESTLISTING_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Report/TextStyle.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// One row of the list of tests.
struct TestRow {
  uint64_t number = 0; ///< Number of the test, from 1 on.
  Outcome outcome = Outcome::Unresolved;
  size_t events = 0;      ///< How many events the test was to execute.
  llvm::StringRef ending; ///< How the run ended: "exit status 0".
  double seconds = 0;
};

/// Writes the headings of the columns that writeTest() fills.
void writeTestHeadings(TextStyle style, llvm::raw_ostream &stream);
void writeTest(const TestRow &test, TextStyle style, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TESTLISTING_H
