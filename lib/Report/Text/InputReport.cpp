// Writes the result of `pinstripe input` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/SearchText.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class InputReport {
public:
  InputReport(const InputSummary &summary, TextStyle style,
              llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream) {}
  void write();

private:
  void sentence(Emphasis emphasis, const llvm::Twine &text);
  void writeHeadline(const ReducedInput &input);
  void writeContent(llvm::StringRef content);
  void writeDifference(const ReducedInput &input);
  void writeInput(const ReducedInput &input);
  void writeFiles();
  std::string proof() const;

  const InputSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

void InputReport::sentence(Emphasis emphasis, const llvm::Twine &text) {
  writeStyled(stream, style, emphasis, text.str() + "\n");
}

static std::string nameOf(const ReducedInput &input) {
  return input.path.empty() ? "standard input" : printable(input.path);
}

/// Returns the size of a content, such as "3 lines, 25 bytes".
static std::string sizeOf(llvm::StringRef content) {
  uint64_t lines = content.count('\n');
  if (!content.empty() && !content.ends_with("\n"))
    ++lines;
  return counted(lines, "line") + ", " + counted(content.size(), "byte");
}

/// Returns, in parentheses, what is proved about the result, or why the search
/// ended early.
std::string InputReport::proof() const {
  std::string end = describeEarlyEnd(summary);
  if (!end.empty() || summary.minimality == Minimality::None ||
      summary.emptyFails)
    return end;
  return " (" + minimalityName(summary.minimality).str() + " by " +
         summary.proven + ")";
}

/// Writes how the search has changed an input.
void InputReport::writeHeadline(const ReducedInput &input) {
  std::string text = nameOf(input) + ": ";
  switch (summary.form) {
  case SearchForm::Minimise:
    text +=
        sizeOf(input.original) + "; " + sizeOf(input.failing) + " still fail";
    break;
  case SearchForm::Maximise:
    text += sizeOf(input.original) + "; " + sizeOf(input.passing) + " pass";
    break;
  case SearchForm::Isolate:
    text += sizeOf(input.failing) + " fail; " + sizeOf(input.passing) + " pass";
    break;
  }
  bool isLast = &input == &summary.inputs.back();
  if (isLast)
    text += proof() + ", " + counted(summary.runs, "test") + ", " +
            describeSeconds(summary.totalSeconds);
  sentence(Emphasis::Strong, text);
}

/// Writes the beginning of an input's content, indented, and how many bytes
/// follow.
void InputReport::writeContent(llvm::StringRef content) {
  if (content.empty()) {
    sentence(Emphasis::Dim, "    (empty)");
    return;
  }
  constexpr size_t maxLines = 12, maxBytes = 2000;
  size_t shown = 0, lines = 0;
  llvm::StringRef rest = content;
  unsigned width = style.width > 8 ? style.width - 4 : 0;
  for (; !rest.empty() && lines < maxLines && shown < maxBytes; ++lines) {
    llvm::StringRef line = rest.split('\n').first;
    shown += line.size() + 1;
    rest = rest.drop_front(std::min(line.size() + 1, rest.size()));
    sentence(Emphasis::Plain,
             "    " + fitted(printable(line.take_front(maxBytes)), width));
  }
  if (!rest.empty())
    sentence(Emphasis::Dim,
             "    and " + counted(rest.size(), "byte") + " more");
}

/// Writes the lines in which the passing and the failing content differ. Lines
/// at the beginning and at the end that are the same in both are left out.
void InputReport::writeDifference(const ReducedInput &input) {
  llvm::StringRef passing = input.passing, failing = input.failing;
  auto before = std::mismatch(passing.begin(), passing.end(), failing.begin(),
                              failing.end());
  auto same = static_cast<size_t>(before.first - passing.begin());
  size_t line = passing.take_front(same).rfind('\n') + 1;
  size_t number = passing.take_front(line).count('\n') + 1;
  passing = passing.drop_front(line);
  failing = failing.drop_front(line);
  // Leaves out the lines that are equal at the end of the two contents.
  for (;;) {
    size_t end = passing.drop_back(passing.ends_with("\n")).rfind('\n') + 1;
    llvm::StringRef last = passing.drop_front(end);
    bool isWhole = failing.size() > last.size() && !last.empty() &&
                   failing[failing.size() - last.size() - 1] == '\n';
    if (end == 0 || !isWhole || !failing.ends_with(last))
      break;
    passing = passing.drop_back(last.size());
    failing = failing.drop_back(last.size());
  }
  sentence(Emphasis::Heading,
           "passes, from line " + std::to_string(number) + ":");
  writeContent(passing);
  sentence(Emphasis::Heading, "fails:");
  writeContent(failing);
}

void InputReport::writeInput(const ReducedInput &input) {
  writeHeadline(input);
  if (summary.emptyFails)
    return;
  stream << '\n';
  if (summary.form == SearchForm::Isolate)
    writeDifference(input);
  else
    writeContent(summary.form == SearchForm::Minimise ? input.failing
                                                      : input.passing);
  stream << '\n';
}

void InputReport::writeFiles() {
  for (const ReducedInput &input : summary.inputs) {
    if (!input.failingFile.empty())
      sentence(Emphasis::Plain,
               "the input that fails: " + printable(input.failingFile));
    if (!input.passingFile.empty())
      sentence(Emphasis::Plain,
               "the input that passes: " + printable(input.passingFile));
  }
}

void InputReport::write() {
  for (const ReducedInput &input : summary.inputs)
    writeInput(input);
  if (summary.emptyFails)
    sentence(Emphasis::Plain, "even the empty input fails: the input does not "
                              "decide whether the program fails");
  if (summary.form != SearchForm::Minimise &&
      summary.minimality == Minimality::None && !summary.interrupted &&
      !summary.exhausted)
    sentence(Emphasis::Plain, "no part of the input passes, not even the empty "
                              "one");
  for (const std::string &text : describeStages(summary.levels, summary.form))
    sentence(Emphasis::Dim, text);
  sentence(Emphasis::Dim, describeTests(summary));
  if (std::string unsteady = describeUnsteadyResult(summary); !unsteady.empty())
    sentence(Emphasis::Critical, unsteady);
  writeFiles();
}

void pinstripe::writeInputs(const InputSummary &summary, TextStyle style,
                            llvm::raw_ostream &stream) {
  InputReport(summary, style, stream).write();
}
