// Writes the parts that all text reports have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_TEXTREPORT_H
#define PINSTRIPE_LIB_REPORT_TEXTREPORT_H

#include "KindNames.h"
#include "Text/SourceLines.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/ReferenceSummary.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Base class of the text reports, which writes a report line by line. A name
/// such as "bug.c:12 #3" means the third execution of the statement on line 12.
class TextReport {
protected:
  TextReport(const RunHeader &run, TextStyle style, llvm::raw_ostream &stream)
      : table(run.table), trace(run.trace), style(style), stream(stream),
        instances(table, trace), source(table), run(run) {}

  /// Writes a text on one line, cut to the width of the terminal. Meant for
  /// source text, whose beginning is enough.
  void line(Emphasis emphasis, const llvm::Twine &text);
  /// Writes a text in full, wrapped at the terminal's width.
  void sentence(Emphasis emphasis, const llvm::Twine &text);
  void emptyLine() { stream << '\n'; }
  /// Ends a list that was cut: writes "and 3 more", and then `hint`, which says
  /// where to find the rest.
  void andMore(Emphasis emphasis, uint64_t count, llvm::StringRef hint = "");
  /// Writes a line for each of the first five events of a set, and says how
  /// many more there are. Each line begins with `lead`.
  void listEvents(llvm::StringRef lead, const EventSet &events);

  /// Returns the number of an event's instance: "#3" for the third execution of
  /// its statement.
  std::string numberOf(EventIndex event) const;
  /// Returns the short name of an event: "bug.c:12 #3".
  std::string shortNameOf(EventIndex event) const;
  /// Returns the long name of an event: "bug.c:12 #3 of 6 sum = sum + a".
  std::string nameOf(EventIndex event) const;
  /// Returns a place and the name of its function, such as "bug.c:12 main", as
  /// the beginning of a line. The caller adds the source text.
  std::string placeInFunction(const SourceRange &range, FunctionId id) const;
  /// Writes how the recorded run crashed, if it did. If the output or the crash
  /// depends on memory that nothing had set, also writes where the run used
  /// this memory.
  void writeMishaps();
  /// Writes how many runs were made with a reference program, and what they
  /// showed. Writes nothing if there is no reference program.
  void writeReference(const std::optional<ReferenceSummary> &reference);
  /// Returns the end of a headline, such as ", interrupted" or ", ended by
  /// --max-tests"; an empty string if the search was not ended early.
  std::string earlyEnd() const;

  const UnitTable &table;
  const Trace &trace;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
  SourceLines source;

private:
  const RunHeader &run;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_TEXTREPORT_H
