// What was tried, test by test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TestListing.h"
#include "llvm/Support/Format.h"
#include <string>

using namespace pinstripe;

void TestListing::writeHeading() {
  writeStyled(stream, style, Emphasis::Dim,
              "  test  outcome       events        time  how it ended");
  stream << '\n';
}

static Emphasis emphasisOf(Outcome outcome) {
  return outcome == Outcome::Fail   ? Emphasis::Critical
         : outcome == Outcome::Pass ? Emphasis::Plain
                                    : Emphasis::Dim;
}

void TestListing::write(const TestRow &row) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%6llu  ", static_cast<unsigned long long>(row.number))
      << llvm::left_justify(outcomeName(row.outcome), 10)
      << llvm::format("%10zu  %7.1f ms  ", row.events, 1000 * row.seconds)
      << row.ending;
  writeStyled(stream, style, emphasisOf(row.outcome), text);
  stream << '\n';
}
