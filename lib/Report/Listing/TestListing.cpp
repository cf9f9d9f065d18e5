// Lists the tests of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TestListing.h"
#include "pinstripe/Result/Text.h"
#include "llvm/Support/Format.h"
#include <string>

using namespace pinstripe;

static constexpr unsigned leftOutWidth = 32;

std::string pinstripe::describeLeftOut(const UnitTable &table,
                                       const InstanceTable &instances,
                                       const EventSet &before,
                                       const EventSet &now) {
  EventSet leftOut = before;
  leftOut -= now;
  if (leftOut.none())
    return "-";
  EventIndex first = *leftOut.begin();
  std::string text = placeOf(table, table.unit(instances.unitOf(first)).range) +
                     " #" + std::to_string(instances.instanceOf(first));
  uint64_t more = leftOut.count() - 1;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

void pinstripe::writeTestHeadings(TextStyle style, llvm::raw_ostream &stream) {
  writeStyled(stream, style, Emphasis::Dim,
              "  test  outcome       events        time  left out" +
                  std::string(leftOutWidth - 8, ' ') + "how it ended");
  stream << '\n';
}

static Emphasis emphasisOf(Outcome outcome) {
  return outcome == Outcome::Fail   ? Emphasis::Critical
         : outcome == Outcome::Pass ? Emphasis::Plain
                                    : Emphasis::Dim;
}

void pinstripe::writeTest(const TestRow &test, TextStyle style,
                          llvm::raw_ostream &stream) {
  std::string leftOut = fitted(test.leftOut, leftOutWidth - 2);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%6llu  ", static_cast<unsigned long long>(test.number))
      << llvm::left_justify(outcomeName(test.outcome), 10)
      << llvm::format("%10zu  %7.1f ms  ", test.events, 1000 * test.seconds)
      << leftOut << std::string(leftOutWidth - displayWidth(leftOut), ' ')
      << printable(test.ending);
  writeStyled(stream, style, emphasisOf(test.outcome), text);
  stream << '\n';
}
