// What was tried, test by test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TESTLISTING_H
#define PINSTRIPE_REPORT_TESTLISTING_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Report/TextStyle.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// A test of a reduction.
struct TestRow {
  uint64_t number = 0; ///< from 1
  Outcome outcome = Outcome::Unresolved;
  size_t events = 0;      ///< that were to be executed
  llvm::StringRef ending; ///< "exit status 0"
  double seconds = 0;
};

/// Prints one row for each test that it is given.
class TestListing {
public:
  TestListing(TextStyle style, llvm::raw_ostream &stream)
      : style(style), stream(stream) {}
  void writeHeading();
  void write(const TestRow &row);

private:
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TESTLISTING_H
