// Shows the progress and the end of a long job to a user who is looking
// elsewhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_WORKSIGNAL_H
#define PINSTRIPE_REPORT_WORKSIGNAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace pinstripe {

/// Shows the progress of the work in the title of the terminal's window, and
/// restores the title at the end. If the work took long, also rings the
/// terminal's bell. The stream must lead to a terminal that hasTitle() accepts.
class WorkSignal {
public:
  /// A function that returns the seconds since the work began.
  using Clock = std::function<double()>;
  /// The duration of the shortest work, in seconds, at whose end the bell
  /// rings.
  static constexpr double longWork = 60;

  WorkSignal(llvm::raw_ostream &stream, Clock clock, double bellFrom = longWork)
      : stream(stream), clock(std::move(clock)), bellFrom(bellFrom) {}
  ~WorkSignal();
  WorkSignal(const WorkSignal &) = delete;

  /// Shows `progress` in the title, at most twice per second.
  void show(llvm::StringRef progress);

private:
  llvm::raw_ostream &stream;
  Clock clock;
  double bellFrom;
  bool isTitleSet = false;
  /// The earliest time at which the title may change again.
  double nextTime = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_WORKSIGNAL_H
