// Writes the parts that all text reports have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/CrashText.h"
#include "pinstripe/Report/UninitialisedText.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace pinstripe;

void TextReport::line(Emphasis emphasis, const llvm::Twine &text) {
  writeStyled(stream, style, emphasis,
              fitted(printable(text.str()), style.width));
  stream << '\n';
}

/// Returns the position of the blank at which a text is broken into lines. This
/// is the last blank that leaves at most `width` columns before it. If there is
/// no such blank, it is the first blank after `indent`. If there is no blank
/// after `indent`, returns the length of the text.
static size_t lineLength(llvm::StringRef text, size_t indent, unsigned width) {
  size_t end = llvm::StringRef::npos;
  for (size_t blank = text.find(' ', indent); blank != llvm::StringRef::npos;
       blank = text.find(' ', blank + 1)) {
    bool isFirst = end == llvm::StringRef::npos;
    if (!isFirst && displayWidth(text.take_front(blank)) > width)
      break;
    end = blank;
  }
  return std::min(end, text.size());
}

/// Breaks a line at blanks into parts. The parts are not wider than `width` if
/// this is possible. All parts but the first are indented by two columns more
/// than the first.
static std::string wrapped(llvm::StringRef line, unsigned width) {
  std::string result;
  std::string rest = line.str();
  size_t indent = line.size() - line.ltrim(' ').size();
  size_t hang = indent + 2;
  while (displayWidth(rest) > width) {
    size_t length = lineLength(rest, indent, width);
    std::string next = llvm::StringRef(rest).drop_front(length).trim().str();
    if (next.empty())
      break;
    result += rest.substr(0, length) + "\n";
    rest = std::string(hang, ' ') + next;
    indent = hang;
  }
  return result + rest;
}

void TextReport::sentence(Emphasis emphasis, const llvm::Twine &words) {
  std::string whole = printableLines(words.str()), lines;
  llvm::StringRef text = whole;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (!lines.empty() || line.data() != text.data())
      lines += '\n';
    lines += style.width == 0 ? line.str() : wrapped(line, style.width);
  }
  writeStyled(stream, style, emphasis, lines);
  stream << '\n';
}

void TextReport::andMore(Emphasis emphasis, uint64_t count,
                         llvm::StringRef hint) {
  line(emphasis, "  and " + llvm::Twine(count) + " more" + hint);
}

void TextReport::listEvents(llvm::StringRef lead, const EventSet &events) {
  constexpr size_t maxListed = 5;
  size_t listed = 0;
  for (EventIndex event : events) {
    if (listed++ == maxListed)
      return andMore(Emphasis::Plain, events.count() - maxListed);
    line(Emphasis::Plain, lead + nameOf(event));
  }
}

std::string TextReport::numberOf(EventIndex event) const {
  return "#" + std::to_string(instances.instanceOf(event));
}

std::string TextReport::shortNameOf(EventIndex event) const {
  return placeOf(table, table.unit(instances.unitOf(event)).range) + " " +
         numberOf(event);
}

std::string TextReport::nameOf(EventIndex event) const {
  UnitId unit = instances.unitOf(event);
  return shortNameOf(event) + " of " +
         std::to_string(instances.executions(unit)) + " " +
         printable(table.unit(unit).text);
}

std::string TextReport::placeInFunction(const SourceRange &range,
                                        FunctionId id) const {
  return placeOf(table, range) + " " + table.displayName(table.function(id)) +
         "  ";
}

void TextReport::writeMishaps() {
  if (run.crash) {
    sentence(Emphasis::Plain, "the run crashes: " + run.crash->text);
    writeCrashDetails(*run.crash, stream);
  }
  if (run.uninitialised)
    sentence(Emphasis::Plain, describeUninitialised(run));
}

void TextReport::writeReference(
    const std::optional<ReferenceSummary> &reference) {
  if (!reference)
    return;
  const ReferenceSummary &made = *reference;
  if (made.varied.empty())
    return sentence(Emphasis::Plain, "no runs could be made from the input");
  std::string text = counted(made.made, "run") + " made from the input (" +
                     made.varied + "): in " + std::to_string(made.passing) +
                     ", " + made.program + " prints the same, in " +
                     std::to_string(made.failing) + " something else";
  if (made.usedPassing + made.usedFailing == 0)
    text += "; none can be used";
  else
    text += "; " + std::to_string(made.usedPassing) + " passing and " +
            std::to_string(made.usedFailing) + " failing ones are used";
  if (made.isStored)
    text += ", made in an earlier search";
  if (made.isCut)
    text += "; there was no time to try more";
  sentence(Emphasis::Plain, text);
}

std::string TextReport::earlyEnd() const {
  std::string text = run.interrupted ? ", interrupted" : "";
  if (!run.failure.empty())
    text += ", ended by an error";
  if (run.exhausted)
    text += ", ended by " + optionOf(run.exhausted).str();
  return text;
}
