// Shows the progress of a reduction in one line that is redrawn in place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PROGRESSREPORTER_H
#define PINSTRIPE_REPORT_PROGRESSREPORTER_H

#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Report/TextStyle.h"
#include <functional>

namespace pinstripe {

/// Tells a person how far the reduction is. With Form::Redrawn the stream must
/// be a terminal, since a file would show the codes that erase the line.
class ProgressReporter : public ReductionObserver {
public:
  /// Returns the seconds since the reduction began.
  using Clock = std::function<double()>;
  enum class Form : uint8_t {
    Redrawn, ///< One line of a terminal, which is redrawn in place.
    Lines,   ///< A new line every few seconds, for logs.
  };

  ProgressReporter(TextStyle style, llvm::raw_ostream &stream, Clock clock,
                   Form form = Form::Redrawn);
  ~ProgressReporter() override;

  void progressed(const ReductionProgress &progress) override;
  /// Erases the redrawn line, so that something else can be printed.
  void clear();

private:
  std::string describe(const ReductionProgress &progress, double elapsed) const;

  TextStyle style;
  llvm::raw_ostream &stream;
  Clock clock;
  Form form;
  // How many tests the last report showed, when it was, and when the current
  // stage of the reduction began: each stage counts its tests from 0.
  size_t lastTests = 0;
  double stageBegin = 0;
  double lastTime = 0;
  double nextDrawing = 0;
  bool isDrawn = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PROGRESSREPORTER_H
