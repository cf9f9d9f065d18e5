// Writes the result of `source` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Writes the result of `source`, one part after the other.
class SourceReport {
public:
  SourceReport(const SourceSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream) {}
  void write();

private:
  void line(Emphasis emphasis, const llvm::Twine &text);
  void writeHeadline();
  void writeText(const ReducedSource &source);
  void writeTests();
  void writeNotes();

  const SourceSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

/// The largest number of lines of a reduced text that is shown. Longer texts
/// are not shown, since the user has them in a file.
static constexpr size_t maxShownLines = 100;

void SourceReport::line(Emphasis emphasis, const llvm::Twine &text) {
  writeStyled(stream, style, emphasis, fitted(text.str(), style.width));
  stream << '\n';
}

static std::string describe(const TextSize &size) {
  return counted(size.lines, "line") + " (" + counted(size.bytes, "byte") + ")";
}

void SourceReport::writeHeadline() {
  std::string text = describe(sizeOf(summary, false)) + " reduced to " +
                     describe(sizeOf(summary, true));
  if (summary.emptyFails)
    text += ": even the empty text fails";
  else if (summary.isMinimal)
    text += ", no edit left";
  if (!summary.failure.empty())
    text += ", ended by an error";
  if (summary.interrupted)
    text += ", interrupted";
  if (summary.exhausted)
    text += *summary.exhausted == BudgetLimit::Tests ? ", ended by --max-tests"
                                                     : ", ended by --max-time";
  text += ", " + counted(summary.runs, "run") + ", " +
          describeSeconds(summary.totalSeconds);
  line(Emphasis::Strong, text);
}

void SourceReport::writeText(const ReducedSource &source) {
  stream << '\n';
  line(Emphasis::Heading, source.path + ", in " + source.file);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(source.reduced).rtrim('\n').split(lines, '\n');
  for (llvm::StringRef each :
       llvm::ArrayRef(lines).take_front(std::min(lines.size(), maxShownLines)))
    line(Emphasis::Plain, "  " + each);
  if (lines.size() > maxShownLines)
    line(Emphasis::Dim,
         "  ... " + counted(lines.size() - maxShownLines, "more line"));
}

void SourceReport::writeTests() {
  std::string text = counted(summary.counts.distinct(), "text") +
                     " tested: " + std::to_string(summary.counts.fail) +
                     " fail, " + std::to_string(summary.counts.pass) +
                     " pass, " + std::to_string(summary.counts.unresolved) +
                     " unresolved";
  llvm::SmallVector<std::string> causes;
  for (const auto &[cause, count] : summary.causes)
    causes.push_back(std::to_string(count) + " " + cause);
  if (!causes.empty())
    text += " (" + llvm::join(causes, ", ") + ")";
  line(Emphasis::Dim, text);
}

void SourceReport::writeNotes() {
  if (summary.firstError.empty())
    return;
  llvm::StringRef consequence =
      summary.isChecked ? "; texts that have only its errors were run, too: "
                        : ", so all texts were run: ";
  line(Emphasis::Dim, "Clang finds an error in the original text" +
                          consequence.str() + summary.firstError);
}

void SourceReport::write() {
  line(Emphasis::Plain, "failing run: " + summary.ending +
                            "; kept: " + llvm::join(summary.predicates, " "));
  writeHeadline();
  for (const ReducedSource &source : summary.sources)
    writeText(source);
  stream << '\n';
  writeTests();
  writeNotes();
}

void pinstripe::writeSources(const SourceSummary &summary, TextStyle style,
                             llvm::raw_ostream &stream) {
  SourceReport(summary, style, stream).write();
}
