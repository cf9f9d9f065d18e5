// Prints each test of a reduction as a row of dots, which stand for events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TraceViewReporter.h"
#include "llvm/Support/Format.h"

using namespace pinstripe;

// The widths of two columns of a row: the test's number before the dots, and
// its outcome after them.
static constexpr unsigned marginWidth = 6;
static constexpr unsigned outcomeWidth = 12;
/// The number of dots in a row if no terminal limits the width. Each dot stands
/// for one or more events.
static constexpr unsigned defaultColumns = 120;

TraceViewReporter::TraceViewReporter(size_t events, EventsOf eventsOf,
                                     TextStyle style, llvm::raw_ostream &stream)
    : events(events), eventsOf(std::move(eventsOf)), style(style),
      stream(stream) {
  size_t columns = defaultColumns;
  if (style.width > marginWidth + outcomeWidth + 10)
    columns = style.width - marginWidth - outcomeWidth;
  eventsPerColumn = std::max<size_t>(1, (events + columns - 1) / columns);
}

/// Writes the heading. Every tenth column of dots has a number above it: the
/// number of the first event for which the column stands.
void TraceViewReporter::writeHeading() {
  if (eventsPerColumn > 1)
    stream << "each column is " << eventsPerColumn
           << " events: ● all executed, ◦ some, . none\n";
  std::string ruler(marginWidth, ' ');
  size_t columns = (events + eventsPerColumn - 1) / eventsPerColumn;
  for (size_t column = 0; column < columns; column += 10) {
    std::string label = std::to_string(column * eventsPerColumn + 1);
    ruler.resize(marginWidth + column, ' ');
    ruler += label.size() < 10 ? label : "|";
  }
  writeStyled(stream, style, Emphasis::Dim, ruler);
  stream << '\n';
}

std::string TraceViewReporter::columnsOf(const EventSet &executed) const {
  std::string result;
  for (size_t first = 0; first < events; first += eventsPerColumn) {
    size_t end = std::min(first + eventsPerColumn, events);
    size_t count = 0;
    for (size_t i = first; i != end; ++i)
      count += executed.contains(EventIndex(i));
    result += count == 0 ? "." : count == end - first ? "●" : "◦";
  }
  return result;
}

llvm::Error TraceViewReporter::testFinished(const Configuration &configuration,
                                            Outcome outcome, bool cached) {
  if (cached)
    return llvm::Error::success();
  std::optional<EventSet> executed = eventsOf(configuration);
  if (!executed)
    return llvm::Error::success();
  if (rows++ == 0)
    writeHeading();
  stream << llvm::format("%4zu  ", rows);
  bool reproduced = outcome == Outcome::Fail;
  writeStyled(stream, style, reproduced ? Emphasis::Strong : Emphasis::Plain,
              columnsOf(*executed));
  stream << "  ";
  writeStyled(stream, style,
              reproduced                 ? Emphasis::Critical
              : outcome == Outcome::Pass ? Emphasis::Plain
                                         : Emphasis::Dim,
              outcomeName(outcome));
  stream << '\n';
  stream.flush();
  return llvm::Error::success();
}

void TraceViewReporter::finish(const EventSet &kept) {
  stream << "kept  ";
  writeStyled(stream, style, Emphasis::Critical, columnsOf(kept));
  stream << '\n' << '\n';
}
