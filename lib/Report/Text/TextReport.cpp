// The common part of all reports to people.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/CrashText.h"

using namespace pinstripe;

void TextReport::line(Emphasis emphasis, const llvm::Twine &text) {
  sentence(emphasis, fitted(text.str(), style.width));
}

void TextReport::sentence(Emphasis emphasis, llvm::StringRef text) {
  writeStyled(stream, style, emphasis, text);
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

void TextReport::writeCrash() {
  if (!run.crash)
    return;
  sentence(Emphasis::Plain, "the run crashes: " + run.crash->text);
  writeCrashDetails(*run.crash, stream);
}

std::string TextReport::earlyEnd() const {
  std::string text = run.interrupted ? ", interrupted" : "";
  if (run.exhausted)
    text += ", ended by " + optionOf(run.exhausted).str();
  return text;
}
