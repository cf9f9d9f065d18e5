// Shows the progress of a reduction, on a terminal or in a log.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/ProgressReporter.h"
#include "pinstripe/Result/Text.h"
#include "llvm/Support/Format.h"

using namespace pinstripe;

/// The time between two updates of the progress line, in seconds. An update
/// after each test would be too much for eyes and terminals.
static constexpr double secondsBetweenDrawings = 0.1;
/// The time between two progress lines of a log, in seconds. A shorter
/// reduction writes none.
static constexpr double secondsBetweenLines = 5;

ProgressReporter::ProgressReporter(TextStyle style, llvm::raw_ostream &stream,
                                   Clock clock, Form form)
    : style(style), stream(stream), clock(std::move(clock)), form(form),
      nextDrawing(form == Form::Lines ? secondsBetweenLines : 0) {}

ProgressReporter::~ProgressReporter() { clear(); }

/// Returns how many tests had each outcome: " (12 FAIL, 80 PASS, 3 UNRESOLVED,
/// 7 cached)". FAIL means that the output was reproduced.
static std::string describeMix(const TestCounts &counts) {
  std::string text;
  auto add = [&text](size_t number, llvm::StringRef name) {
    if (number != 0)
      text += (text.empty() ? " (" : ", ") + std::to_string(number) + " " +
              name.str();
  };
  add(counts.fail, outcomeName(Outcome::Fail));
  add(counts.pass, outcomeName(Outcome::Pass));
  add(counts.unresolved, outcomeName(Outcome::Unresolved));
  add(counts.cached + counts.known, "cached");
  return text.empty() ? text : text + ")";
}

std::string ProgressReporter::describe(const ReductionProgress &progress,
                                       double elapsed) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  size_t tests = progress.counts.distinct();
  out << progress.phase << ": " << progress.bestCount << " of "
      << progress.elements << " left, " << counted(tests, "test")
      << describeMix(progress.counts);
  if (elapsed > 0 && tests != 0) {
    double rate = tests / elapsed;
    out << llvm::format(rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
    // The number of tests left is only an estimate, so the text says "about".
    if (progress.testsLeft)
      out << ", about " << describeSeconds(*progress.testsLeft / rate)
          << " to go";
  }
  return text;
}

void ProgressReporter::progressed(const ReductionProgress &progress) {
  double now = clock();
  size_t tests = progress.counts.distinct();
  if (tests < lastTests)
    stageBegin = lastTime;
  lastTests = tests;
  lastTime = now;
  if (now < nextDrawing)
    return;
  if (form == Form::Lines) {
    nextDrawing = now + secondsBetweenLines;
    stream << describe(progress, now - stageBegin) << '\n';
    stream.flush();
    return;
  }
  nextDrawing = now + secondsBetweenDrawings;
  // A line that is wider than the terminal would be wrapped and could not be
  // redrawn. So the line is cut.
  unsigned width = style.width == 0 ? 79 : style.width - 1;
  stream << "\r\033[K" << fitted(describe(progress, now - stageBegin), width);
  stream.flush();
  isDrawn = true;
}

void ProgressReporter::clear() {
  if (isDrawn)
    stream << "\r\033[K";
  stream.flush();
  isDrawn = false;
}
