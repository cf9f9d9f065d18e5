// Writes the result of `pinstripe actions` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/SearchText.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class ActionReport {
public:
  ActionReport(const ActionSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : summary(summary), result(summary.inputs[0]), style(style),
        stream(stream) {}
  void write();

private:
  void sentence(Emphasis emphasis, const llvm::Twine &text) {
    writeStyled(stream, style, emphasis, text.str() + "\n");
  }
  std::string proof() const;
  void writeHeadline();
  void writeDifference();
  void writeList(llvm::StringRef lines);

  const ActionSummary &summary;
  const ReducedInput &result;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

/// Returns what is proved about the result, in parentheses. If the search ended
/// early, returns the reason for this instead.
std::string ActionReport::proof() const {
  std::string end = describeEarlyEnd(summary);
  if (!end.empty() || summary.minimality == Minimality::None ||
      summary.emptyFails)
    return end;
  return " (" + minimalityName(summary.minimality).str() + ")";
}

void ActionReport::writeHeadline() {
  auto size = [](llvm::StringRef lines) { return lines.count('\n'); };
  std::string text = printable(summary.file) + ": " +
                     counted(size(result.original), "action") + "; ";
  switch (summary.form) {
  case SearchForm::Minimise:
    text += std::to_string(size(result.failing)) + " still fail";
    break;
  case SearchForm::Maximise:
    text += std::to_string(size(result.passing)) + " pass";
    break;
  case SearchForm::Isolate:
    text += std::to_string(size(result.failing)) + " fail, " +
            std::to_string(size(result.passing)) + " pass";
    break;
  }
  sentence(Emphasis::Strong, text + proof() + ", " +
                                 counted(summary.runs, "test") + ", " +
                                 describeSeconds(summary.totalSeconds));
}

/// Writes a list of actions. `lines` has one line for each action, also for
/// each typed character. Successive typed characters are written in one line.
void ActionReport::writeList(llvm::StringRef lines) {
  constexpr size_t mostLines = 40;
  std::vector<std::string> shown;
  bool isTyping = false;
  while (!lines.empty()) {
    llvm::StringRef line;
    std::tie(line, lines) = lines.split('\n');
    llvm::StringRef key = line;
    bool isKey = key.consume_front("key ");
    bool isTyped = isKey && (displayWidth(key) == 1 || key == "Space");
    std::string character = key == "Space" ? " " : printable(key);
    if (isTyped && isTyping)
      shown.back() += character;
    else
      shown.push_back(isTyped ? "type " + character : printable(line));
    isTyping = isTyped;
  }
  for (size_t i = 0; i < shown.size() && i < mostLines; ++i)
    sentence(Emphasis::Critical, "    " + shown[i]);
  if (shown.size() > mostLines)
    sentence(Emphasis::Dim,
             "    and " + counted(shown.size() - mostLines, "line") + " more");
}

/// Writes the actions in which the failing and the passing list differ, and
/// some actions around them.
void ActionReport::writeDifference() {
  sentence(Emphasis::Heading, "passes:");
  writeList(result.passing);
  sentence(Emphasis::Heading, "fails:");
  writeList(result.failing);
}

void ActionReport::write() {
  writeHeadline();
  stream << '\n';
  if (summary.form == SearchForm::Isolate)
    writeDifference();
  else
    writeList(summary.form == SearchForm::Minimise ? result.failing
                                                   : result.passing);
  stream << '\n';
  if (summary.emptyFails)
    sentence(Emphasis::Plain, "even without any action the program fails: the "
                              "user does not decide about that");
  if (!summary.shown.ending.empty())
    writeShownRun(summary.shown, style, stream);
  stream << '\n';
  sentence(Emphasis::Dim, describeTests(summary));
  if (std::string unsteady = describeUnsteadyResult(summary); !unsteady.empty())
    sentence(Emphasis::Critical, unsteady);
  if (!result.failingFile.empty())
    sentence(Emphasis::Plain,
             "the actions that fail: " + printable(result.failingFile));
  if (!result.passingFile.empty())
    sentence(Emphasis::Plain,
             "the actions that pass: " + printable(result.passingFile));
}

void pinstripe::writeActions(const ActionSummary &summary, TextStyle style,
                             llvm::raw_ostream &stream) {
  ActionReport(summary, style, stream).write();
}

void pinstripe::writeShownRun(const ShownRun &run, TextStyle style,
                              llvm::raw_ostream &stream) {
  auto line = [&](Emphasis emphasis, const std::string &text) {
    writeStyled(stream, style, emphasis, text + "\n");
  };
  line(Emphasis::Heading, "at the end, the program: " + printable(run.ending));
  llvm::StringRef rest = run.screen;
  if (rest.empty())
    line(Emphasis::Dim, "  the screen is empty");
  constexpr size_t mostLines = 60;
  size_t lines = rest.count('\n'), left = lines;
  for (; left > mostLines; --left)
    rest = rest.split('\n').second;
  if (left < lines)
    line(Emphasis::Dim, "  " + counted(lines - left, "line") + " before");
  while (!rest.empty()) {
    llvm::StringRef each;
    std::tie(each, rest) = rest.split('\n');
    line(Emphasis::Plain, each.empty() ? "  |" : "  | " + printable(each));
  }
}
