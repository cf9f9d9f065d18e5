// Prints each test of a reduction as a row of dots, which stand for events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TRACEVIEWREPORTER_H
#define PINSTRIPE_REPORT_TRACEVIEWREPORTER_H

#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Trace/Trace.h"
#include <functional>

namespace pinstripe {

/// Prints the tests of a reduction as in figure 5 of Cleve and Zeller (2000),
/// one row for each test. A bullet in a row is an executed event, and a dot is
/// a skipped event. The row ends with the test's outcome. If the trace is too
/// long for a row, each column stands for several events.
class TraceViewReporter : public ReductionObserver {
public:
  /// A function that is called after each test with the tested configuration (a
  /// set of events), and returns the events that the test executed. It returns
  /// nullopt if the program was not run for this test.
  using EventsOf =
      std::function<std::optional<EventSet>(const Configuration &)>;

  TraceViewReporter(size_t events, EventsOf eventsOf, TextStyle style,
                    llvm::raw_ostream &stream);
  llvm::Error testFinished(const Configuration &configuration, Outcome outcome,
                           bool cached) override;
  /// Writes the last row: the events that are kept in the end.
  void finish(const EventSet &kept);

private:
  void writeHeading();
  std::string columnsOf(const EventSet &executed) const;

  size_t events;
  EventsOf eventsOf;
  TextStyle style;
  llvm::raw_ostream &stream;
  size_t eventsPerColumn = 1;
  size_t rows = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TRACEVIEWREPORTER_H
