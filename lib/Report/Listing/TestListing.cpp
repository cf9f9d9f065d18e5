// Lists the tests of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TestListing.h"
#include "llvm/Support/Format.h"
#include <string>

using namespace pinstripe;

void pinstripe::writeTestHeadings(TextStyle style, llvm::raw_ostream &stream) {
  writeStyled(stream, style, Emphasis::Dim,
              "  test  outcome       events        time  how it ended");
  stream << '\n';
}

static Emphasis emphasisOf(Outcome outcome) {
  return outcome == Outcome::Fail   ? Emphasis::Critical
         : outcome == Outcome::Pass ? Emphasis::Plain
                                    : Emphasis::Dim;
}

void pinstripe::writeTest(const TestRow &test, TextStyle style,
                          llvm::raw_ostream &stream) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%6llu  ", static_cast<unsigned long long>(test.number))
      << llvm::left_justify(outcomeName(test.outcome), 10)
      << llvm::format("%10zu  %7.1f ms  ", test.events, 1000 * test.seconds)
      << test.ending;
  writeStyled(stream, style, emphasisOf(test.outcome), text);
  stream << '\n';
}
