//===- ProgressReporter.cpp - One line, redrawn in place ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Report/ProgressReporter.h"
#include "llvm/Support/Format.h"

using namespace pinstripe;

/// Terminals and eyes are slower than tests.
static constexpr double secondsBetweenDrawings = 0.1;

ProgressReporter::ProgressReporter(size_t elements, TextStyle style,
                                   llvm::raw_ostream &stream, Clock clock)
    : elements(elements), style(style), stream(stream),
      clock(std::move(clock)) {}

ProgressReporter::~ProgressReporter() { clear(); }

std::string ProgressReporter::describe(const ReductionProgress &progress,
                                       double now) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  size_t tests = progress.counts.distinct();
  out << progress.phase << ": " << progress.bestCount << " of " << elements
      << " left, " << counted(tests, "test");
  if (now > 0 && tests != 0) {
    double rate = tests / now;
    out << llvm::format(rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
    // An estimate of the algorithm, not a promise.
    if (progress.testsLeft)
      out << ", about " << describeSeconds(*progress.testsLeft / rate)
          << " to go";
  }
  return text;
}

void ProgressReporter::progressed(const ReductionProgress &progress) {
  double now = clock();
  if (lastDrawn >= 0 && now - lastDrawn < secondsBetweenDrawings)
    return;
  lastDrawn = now;
  // A line that wraps can't be redrawn in place.
  unsigned width = style.width == 0 ? 79 : style.width - 1;
  stream << "\r\033[K" << fitted(describe(progress, now), width);
  stream.flush();
  isDrawn = true;
}

void ProgressReporter::clear() {
  if (isDrawn)
    stream << "\r\033[K";
  stream.flush();
  isDrawn = false;
}
