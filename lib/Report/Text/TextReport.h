// Writes the parts that all text reports have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_TEXTREPORT_H
#define PINSTRIPE_LIB_REPORT_TEXTREPORT_H

#include "KindNames.h"
#include "Text/SourceText.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Writes a report line by line. Names such as "bug.c:12 #3" tell readers where
/// an event is in the source.
class TextReport {
protected:
  TextReport(const RunHeader &run, TextStyle style, llvm::raw_ostream &stream)
      : table(run.table), trace(run.trace), style(style), stream(stream),
        instances(table, trace), source(table), run(run) {}

  /// Writes a line with source text, cut to the width of the terminal.
  void line(Emphasis emphasis, const llvm::Twine &text);
  /// Writes a text that is never cut, but wrapped at the terminal's width.
  void sentence(Emphasis emphasis, const llvm::Twine &text);
  void emptyLine() { stream << '\n'; }
  /// Writes "and 3 more", followed by `hint`, which says where to find the
  /// entries that were not written.
  void andMore(Emphasis emphasis, uint64_t count, llvm::StringRef hint = "");
  /// Writes a line for each of the first few events of a set. Each line begins
  /// with `lead`.
  void listEvents(llvm::StringRef lead, const EventSet &events);

  /// Returns which instance of its statement an event is: "#3".
  std::string numberOf(EventIndex event) const;
  /// Returns the short name of an event: "bug.c:12 #3".
  std::string shortNameOf(EventIndex event) const;
  /// Returns the long name of an event: "bug.c:12 #3 of 6 sum = sum + a".
  std::string nameOf(EventIndex event) const;
  /// Returns "bug.c:12 main  ", the beginning of a line to which the caller
  /// adds the source text.
  std::string placeInFunction(const SourceRange &range, FunctionId id) const;
  /// If the recorded run crashed, says how, and what it had printed until then.
  /// If the run used memory that nothing had set, says where.
  void writeMishaps();
  /// Returns the end of a headline, such as ", interrupted" or ", ended by
  /// --max-tests"; an empty string if the verb did not end early.
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
