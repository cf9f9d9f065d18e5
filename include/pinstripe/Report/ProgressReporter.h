// Shows the progress of a reduction, on a terminal or in a log.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PROGRESSREPORTER_H
#define PINSTRIPE_REPORT_PROGRESSREPORTER_H

#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Report/TextStyle.h"
#include <functional>

namespace pinstripe {

/// Shows a user how far a reduction has come. Form::Redrawn needs a terminal,
/// since it writes codes that erase the line.
class ProgressReporter : public ReductionObserver {
public:
  /// A function that returns the seconds since the reduction began.
  using Clock = std::function<double()>;
  enum class Form : uint8_t {
    Redrawn, ///< Shows progress on one line that is redrawn; for terminals.
    Lines,   ///< Writes a new line of progress every few seconds; for logs.
  };

  ProgressReporter(TextStyle style, llvm::raw_ostream &stream, Clock clock,
                   Form form = Form::Redrawn);
  ~ProgressReporter() override;

  void progressed(const ReductionProgress &progress) override;
  /// Erases the line of progress, so that other text can be printed.
  void clear();

private:
  std::string describe(const ReductionProgress &progress, double elapsed) const;

  TextStyle style;
  llvm::raw_ostream &stream;
  Clock clock;
  Form form;
  size_t lastTests = 0; ///< The number of tests at the last report.
  /// The time at which the current reduction began. Several reductions may
  /// follow each other, and each counts its tests from 0.
  double stageBegin = 0;
  double lastTime = 0; ///< The time of the last report.
  double nextDrawing = 0;
  bool isDrawn = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PROGRESSREPORTER_H
