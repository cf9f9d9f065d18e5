// Writes the result of `options` as text for a person.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KindNames.h"
#include "Text/SearchText.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include <algorithm>

using namespace pinstripe;

namespace {

class OptionsReport {
public:
  OptionsReport(const OptionsSummary &summary, TextStyle style,
                llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream) {}
  void write();

private:
  std::string proof() const;
  void writeHeadline();
  void writeStart(llvm::StringRef title, const TestedStart &start);
  void writeNeeded();
  void writeDifference();
  void writeCounts();
  void line(Emphasis emphasis, const llvm::Twine &text) {
    writeStyled(stream, style, emphasis, printable(text.str()));
    stream << '\n';
  }

  const OptionsSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

/// Returns a share such as "2 of 31 arguments". Returns an empty text if there
/// were no such things at the beginning of the search.
static std::string share(uint64_t part, uint64_t whole, llvm::StringRef noun) {
  if (whole == 0)
    return "";
  return std::to_string(part) + " of " + counted(whole, noun);
}

/// Returns what is proved about the result, or why nothing is proved.
std::string OptionsReport::proof() const {
  std::string end = describeEarlyEnd(summary);
  if (!end.empty() || summary.minimality == Minimality::None)
    return end;
  return " (" + minimalityName(summary.minimality).str() + ")";
}

void OptionsReport::writeHeadline() {
  std::string text = summary.program + ": ";
  auto addSizes = [&](const TestedStart &start) {
    std::string sizes =
        share(start.arguments.size(), summary.arguments, "argument");
    std::string variables =
        share(start.set.size(), summary.variables, "variable");
    text += sizes + (sizes.empty() || variables.empty() ? "" : ", ");
    text += variables;
  };
  switch (summary.form) {
  case SearchForm::Minimise:
    addSizes(*summary.failing);
    text += " still fail";
    break;
  case SearchForm::Maximise:
    text += summary.passing ? share(summary.passing->arguments.size(),
                                    summary.arguments, "argument") +
                                  " pass"
                            : "no command line that passes";
    break;
  case SearchForm::Isolate:
    text += counted(summary.needed.size(), "difference") +
            (summary.needed.size() == 1 ? " decides" : " decide");
    break;
  }
  text += proof() + ", " + counted(summary.runs, "test") + ", " +
          describeSeconds(summary.totalSeconds);
  line(Emphasis::Strong, text);
}

void OptionsReport::writeStart(llvm::StringRef title,
                               const TestedStart &start) {
  stream << '\n';
  if (!title.empty())
    line(Emphasis::Heading, title);
  line(Emphasis::Critical, "    " + start.command);
  for (const std::string &file : start.missingFiles)
    line(Emphasis::Plain, "    the file " + file + " need not exist");
}

/// Returns `text`, which is a part of the result. If `text` is only a part of
/// an argument, adds the whole argument.
static std::string named(llvm::StringRef text, const NeededOption &needed) {
  std::string name = text.str();
  if (!needed.argument.empty() && needed.argument != text)
    name += " (in " + needed.argument + ")";
  if (needed.kind == "file")
    name = "the file " + name;
  return name;
}

void OptionsReport::writeNeeded() {
  line(Emphasis::Heading, summary.minimality == Minimality::OneMinimal
                              ? "without any one of these it no longer fails:"
                              : "what is left:");
  size_t width = 0;
  for (const NeededOption &each : summary.needed)
    width = std::max(width, named(each.text, each).size());
  for (const NeededOption &each : summary.needed) {
    std::string name = named(each.text, each);
    std::string outcome =
        each.without ? outcomeName(*each.without).str() : "not tested";
    line(Emphasis::Plain, "  " + name + std::string(width - name.size(), ' ') +
                              "  without it: " + outcome);
  }
}

void OptionsReport::writeDifference() {
  line(Emphasis::Heading, summary.form == SearchForm::Isolate
                              ? "this decides whether it fails:"
                              : "with any one of these it no longer passes:");
  for (const NeededOption &each : summary.needed) {
    std::string text;
    if (each.passing.empty())
      text = named(each.text, each) + "  only where it fails";
    else if (each.text.empty())
      text = named(each.passing, each) + "  only where it passes";
    else
      text = named(each.text, each) + "  in place of " + each.passing;
    if (summary.form == SearchForm::Maximise)
      text = each.passing.empty()
                 ? named(each.text, each)
                 : named(each.text, each) + "  in place of " + each.passing;
    line(Emphasis::Plain, "  " + text);
  }
}

void OptionsReport::writeCounts() {
  std::string text;
  auto add = [&](uint64_t number, const std::string &what) {
    if (number != 0)
      text += (text.empty() ? "" : ", ") + std::to_string(number) + " " + what;
  };
  for (const auto &[cause, number] : summary.causes)
    add(number, "unresolved by " + (cause.empty() ? "the check" : cause));
  add(summary.stored, "known from earlier searches");
  if (summary.reproduced != summary.repeated)
    add(summary.repeated - summary.reproduced,
        "of " + std::to_string(summary.repeated) +
            " runs of the result came out otherwise: the program is not "
            "deterministic");
  if (!text.empty())
    line(Emphasis::Dim, text);
}

void OptionsReport::write() {
  writeHeadline();
  bool isMinimised = summary.form == SearchForm::Minimise;
  if (summary.passing)
    writeStart("passes:", *summary.passing);
  if (summary.failing)
    writeStart(isMinimised ? "" : "fails:", *summary.failing);
  if (!summary.needed.empty()) {
    stream << '\n';
    if (isMinimised)
      writeNeeded();
    else
      writeDifference();
  }
  stream << '\n';
  for (const std::string &text : describeStages(summary.levels, summary.form))
    line(Emphasis::Dim, text);
  writeCounts();
}

void pinstripe::writeOptions(const OptionsSummary &summary, TextStyle style,
                             llvm::raw_ostream &stream) {
  OptionsReport(summary, style, stream).write();
}
