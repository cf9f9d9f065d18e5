// Writes the result of `pinstripe locate` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvidenceText.h"
#include "StoryText.h"
#include "Text/TextReport.h"
#include "pinstripe/Report/Annotations.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

class LocateReport : TextReport {
public:
  LocateReport(const LocateSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary),
        evidenceText(summary, instances) {}

  void write(size_t max);
  void writeFirst(size_t max);
  std::vector<Annotation> annotations(size_t max) const;

private:
  std::vector<llvm::ArrayRef<LineEvidence>> suspectEntries(size_t max) const;
  bool hasFound(llvm::ArrayRef<LineEvidence> entry) const;
  void writeHeadline(llvm::ArrayRef<llvm::ArrayRef<LineEvidence>> entries);
  std::string textOf(const LineEvidence &evidence);
  void writeHead(const LineEvidence &best);
  void writeEntry(llvm::ArrayRef<LineEvidence> entry);
  void writeSteps();
  void writeStep(const llvm::Twine &name, const SearchStep &step);

  const LocateSummary &summary;
  EvidenceText evidenceText;
};

} // namespace

/// Returns the place of a source line, the function that contains it, and the
/// line's text.
std::string LocateReport::textOf(const LineEvidence &evidence) {
  // If the source file can't be read, the text of the first statement on the
  // line is used.
  std::string text =
      source.line(evidence.line)
          .value_or(evidence.unit ? table.unit(*evidence.unit).text : "");
  return placeInFunction({evidence.line.file, evidence.line.number},
                         evidence.function) +
         printable(text);
}

void LocateReport::writeHead(const LineEvidence &best) {
  std::string number = std::to_string(best.entry);
  line(Emphasis::Strong,
       std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number +
           " " + textOf(best));
}

/// Writes the lines of an entry (a group of lines that are read together). For
/// the first line, writes all evidence. For each other line, writes only the
/// first piece of evidence, and only if it comes from a change of the line.
void LocateReport::writeEntry(llvm::ArrayRef<LineEvidence> entry) {
  writeHead(entry.front());
  for (const EvidenceText::Sentence &each :
       evidenceText.sentencesFor(entry.front()))
    sentence(each.isWeak ? Emphasis::Dim : Emphasis::Plain,
             "      " + each.text);
  for (const LineEvidence &other : entry.drop_front()) {
    line(Emphasis::Plain, "  & " + textOf(other));
    if (other.switched || other.omitted || other.replaced || other.mutated)
      sentence(Emphasis::Plain,
               "      " + evidenceText.sentencesFor(other).front().text);
  }
}

/// Returns true if an experiment or the analysis has found something at a line
/// of the entry. It does not count that a reduction has kept the line because
/// it was ended early: such a reduction has kept all lines that it had no time
/// to leave out.
bool LocateReport::hasFound(llvm::ArrayRef<LineEvidence> entry) const {
  return llvm::any_of(entry, [&](const LineEvidence &line) {
    bool isOnlyLeft = !summary.reduction.isComplete && line.kept != 0;
    return evidenceText.sentencesFor(line).size() > isOnlyLeft;
  });
}

void LocateReport::writeHeadline(
    llvm::ArrayRef<llvm::ArrayRef<LineEvidence>> entries) {
  size_t shown = entries.size();
  sentence(Emphasis::Strong,
           counted(trace.size(), "executed statement instance") + " on " +
               counted(summary.executedLines, "line") + ", " +
               (shown == 0 ? "no line stands out"
                           : counted(shown, "place") + " to read first") +
               ", " + describeSeconds(summary.totalSeconds) + earlyEnd());
  writeMishaps();
  if (summary.wrong)
    sentence(Emphasis::Plain, describeWrong(*summary.wrong));
  if (shown != 0 &&
      llvm::none_of(entries, [&](auto entry) { return hasFound(entry); }))
    sentence(Emphasis::Strong,
             "nothing has been found yet: there was no time to find out "
             "whether the places below matter" +
                 llvm::Twine(summary.interrupted
                                 ? ""
                                 : "; --max-time SECONDS gives more time"));
  writeReference(summary.reference);
  emptyLine();
}

/// Writes how many tests a step of the search made and how many seconds it
/// took, or the reason why the step has no result. `name` is the name of the
/// step.
void LocateReport::writeStep(const llvm::Twine &name, const SearchStep &step) {
  std::string text = name.str() + ": ";
  if (!step.omitted.empty()) {
    llvm::StringRef reason = step.omitted;
    return sentence(Emphasis::Dim,
                    text + "no result, " + reason.split('\n').first.str());
  }
  bool wasMade = step.tests != 0 || step.seconds != 0;
  if (!wasMade)
    return;
  if (step.tests != 0)
    text += counted(step.tests, "test") + ", ";
  sentence(Emphasis::Dim, text + describeSeconds(step.seconds) +
                              (step.isComplete ? "" : ", not complete"));
}

void LocateReport::writeSteps() {
  writeStep("switched decisions", summary.switching);
  writeStep("statements left out", summary.omission);
  writeStep("dynamic slices", summary.slicing);
  writeStep("mutants", summary.mutation);
  writeStep("replaced values", summary.replacement);
  writeStep("critical slice in guarded flow" +
                (summary.keptEvents == 0
                     ? ""
                     : ", " + counted(summary.keptEvents, "instance") +
                           includingCleanups(summary.keptCleanups)),
            summary.reduction);
}

/// Returns the first `max` entries (groups of lines that are read together)
/// whose best line has a score above 0.
std::vector<llvm::ArrayRef<LineEvidence>>
LocateReport::suspectEntries(size_t max) const {
  std::vector<llvm::ArrayRef<LineEvidence>> entries;
  llvm::ArrayRef<LineEvidence> left = summary.lines;
  while (!left.empty() && entries.size() != max && left.front().score > 0) {
    entries.push_back(left.take_while([&](const LineEvidence &line) {
      return line.entry == left.front().entry;
    }));
    left = left.drop_front(entries.back().size());
  }
  return entries;
}

std::vector<Annotation> LocateReport::annotations(size_t max) const {
  std::vector<llvm::ArrayRef<LineEvidence>> entries = suspectEntries(max);
  std::vector<Annotation> result;
  for (llvm::ArrayRef<LineEvidence> entry : entries) {
    const LineEvidence &evidence = entry.front();
    Annotation each;
    each.file = table.file(evidence.line.file);
    each.line = evidence.line.number;
    each.endLine = std::max(each.line, evidence.endLine);
    each.title = "pinstripe locate: place " + std::to_string(evidence.entry) +
                 " of " + std::to_string(entries.size()) + " to read first";
    for (const EvidenceText::Sentence &sentence :
         evidenceText.sentencesFor(evidence))
      each.message += (each.message.empty() ? "" : "\n") + sentence.text;
    result.push_back(std::move(each));
  }
  return result;
}

void LocateReport::writeFirst(size_t max) {
  std::vector<llvm::ArrayRef<LineEvidence>> entries = suspectEntries(max);
  if (entries.empty())
    return;
  sentence(Emphasis::Dim, "to read first, as far as is known now:");
  for (llvm::ArrayRef<LineEvidence> entry : entries)
    writeHead(entry.front());
}

void LocateReport::write(size_t max) {
  std::vector<llvm::ArrayRef<LineEvidence>> entries = suspectEntries(max);
  writeHeadline(entries);
  for (llvm::ArrayRef<LineEvidence> entry : entries)
    writeEntry(entry);
  emptyLine();
  sentence(Emphasis::Plain,
           "hints, not verdicts: each says what an experiment did to the "
           "output, not what was meant");
  writeSteps();
}

void pinstripe::writeLocation(const LocateSummary &summary, TextStyle style,
                              size_t max, llvm::raw_ostream &stream) {
  LocateReport(summary, style, stream).write(max);
}

void pinstripe::writeLocationSoFar(const LocateSummary &summary,
                                   TextStyle style, size_t max,
                                   llvm::raw_ostream &stream) {
  LocateReport(summary, style, stream).writeFirst(max);
}

std::vector<Annotation> pinstripe::annotationsOf(const LocateSummary &summary,
                                                 size_t max) {
  return LocateReport(summary, {}, llvm::nulls()).annotations(max);
}
