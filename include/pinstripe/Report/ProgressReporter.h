// Shows the progress of a reduction in one line that is redrawn in place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PROGRESSREPORTER_H
#define PINSTRIPE_REPORT_PROGRESSREPORTER_H

#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Report/TextStyle.h"
#include <functional>

namespace pinstripe {

/// Tells a person how far a reduction has come. Form::Redrawn is for terminals
/// only: it writes codes that erase the line.
class ProgressReporter : public ReductionObserver {
public:
  /// A function that returns the seconds since the reduction began.
  using Clock = std::function<double()>;
  enum class Form : uint8_t {
    Redrawn, ///< Progress is one line that is redrawn; for terminals.
    Lines,   ///< Progress is a new line every few seconds; for logs.
  };

  ProgressReporter(TextStyle style, llvm::raw_ostream &stream, Clock clock,
                   Form form = Form::Redrawn);
  ~ProgressReporter() override;

  void progressed(const ReductionProgress &progress) override;
  /// Erases the line, so that something else can be printed.
  void clear();

private:
  std::string describe(const ReductionProgress &progress, double elapsed) const;

  TextStyle style;
  llvm::raw_ostream &stream;
  Clock clock;
  Form form;
  // The number of tests in the last report, the time of that report, and the
  // time at which the present stage began: each stage counts its tests from 0.
  size_t lastTests = 0;
  double stageBegin = 0;
  double lastTime = 0;
  double nextDrawing = 0;
  bool isDrawn = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PROGRESSREPORTER_H
