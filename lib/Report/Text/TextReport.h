// The common part of all reports to people.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_TEXTREPORT_H
#define PINSTRIPE_LIB_REPORT_TEXTREPORT_H

#include "KindNames.h"
#include "Text/SourceText.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Writes a report line by line, with names for what the reader is to find in
/// the source.
class TextReport {
protected:
  TextReport(const RunHeader &run, TextStyle style, llvm::raw_ostream &stream)
      : table(run.table), trace(run.trace), style(style), stream(stream),
        instances(table, trace), source(table), run(run) {}

  /// Writes a line, cut to the width of the terminal.
  void line(Emphasis emphasis, const llvm::Twine &text);
  /// Writes a text that is never cut; the terminal wraps it.
  void sentence(Emphasis emphasis, llvm::StringRef text);
  void emptyLine() { stream << '\n'; }
  /// Writes "and 3 more", and `hint` where the others are.
  void andMore(Emphasis emphasis, uint64_t count, llvm::StringRef hint = "");
  /// Writes a line for each of the first few events.
  void listEvents(llvm::StringRef lead, const EventSet &events);

  /// Returns "#3", the number of an instance of its unit.
  std::string numberOf(EventIndex event) const;
  /// Returns "bug.c:12 #3".
  std::string shortNameOf(EventIndex event) const;
  /// Returns "bug.c:12 #3 of 6 sum = sum + a".
  std::string nameOf(EventIndex event) const;
  /// Returns "bug.c:12 main  ", to be followed by the source.
  std::string placeInFunction(const SourceRange &range, FunctionId id) const;
  /// Returns ", interrupted", ", ended by --max-tests" or nothing, as the end
  /// of a headline.
  std::string earlyEnd() const;

  const UnitTable &table;
  const Trace &trace;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
  SourceText source;

private:
  const RunHeader &run;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_TEXTREPORT_H
