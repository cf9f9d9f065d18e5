// Writes the progress of a verb (a command of the tool) as lines of JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PROGRESSJSON_H
#define PINSTRIPE_REPORT_PROGRESSJSON_H

#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Result/LocateSummary.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>

namespace pinstripe {

/// Writes progress for other programs: each report is one line with one JSON
/// object. A line is written when a step or a phase begins, and then at most
/// every half second. The last report is always written.
class ProgressJSON {
public:
  /// A function that returns the seconds since the verb began.
  using Clock = std::function<double()>;

  ProgressJSON(llvm::raw_ostream &stream, Clock clock)
      : stream(stream), clock(std::move(clock)) {}
  ~ProgressJSON() { finish(); }
  ProgressJSON(const ProgressJSON &) = delete;

  /// Reports a step of a verb, such as "recording". `done` of `all` pieces of
  /// work are done; `all` is 0 if the number of pieces is not known. `unit` is
  /// the word for a piece, such as "run"; it is empty if the work can't be
  /// counted.
  void step(llvm::StringRef name, uint64_t done, uint64_t all,
            llvm::StringRef unit);
  void reduction(const ReductionProgress &progress);
  /// Reports the ranking that `locate` has so far: the ten places to read
  /// first.
  void ranking(const LocateSummary &summary);
  /// Writes the last report, unless it is already written.
  void finish();

private:
  void report(std::string stage, std::string line, double now);

  llvm::raw_ostream &stream;
  Clock clock;
  std::string stage;   ///< The step or phase of the last report.
  std::string pending; ///< The last report, kept here until it is written.
  /// The earliest time at which the next line may be written.
  double nextTime = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PROGRESSJSON_H
