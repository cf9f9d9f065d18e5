// Writes the result of `pinstripe explain` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvidenceText.h"
#include "SliceWords.h"
#include "StoryText.h"
#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Tells the story of a failure in this order: the smallest run that fails, the
/// line that is suspected most, the events that lead from this line to the
/// output, the changes that would make the output right, and the questions that
/// remain open.
class ExplainReport : TextReport {
public:
  ExplainReport(const ExplainSummary &summary, TextStyle style,
                llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}
  void write();

private:
  void writeHeadline();
  void heading(const llvm::Twine &text);
  void writeRun();
  void writeOptions();
  void writeInput(const ReducedInput &input);
  void writeSuspect();
  void writeOthers(const LocateSummary &location);
  void writeChain();
  void writeEvent(EventIndex event, llvm::StringRef lead);
  std::string writeOrigins();
  void writeRemedies();
  void writeOpen();
  void writeEnd();
  std::string sourceOf(const LineEvidence &line);

  const ExplainSummary &summary;
  /// The number of the part of the story that is being written.
  unsigned part = 0;
};

} // namespace

/// Begins the next part of the story.
void ExplainReport::heading(const llvm::Twine &text) {
  emptyLine();
  line(Emphasis::Heading, llvm::Twine(++part) + ". " + text);
}

void ExplainReport::writeHeadline() {
  std::string size = counted(trace.size(), "executed statement instance");
  if (summary.smaller.isSmaller)
    size += " in place of " + std::to_string(summary.smaller.originalEvents);
  sentence(Emphasis::Strong,
           size + ", " + describeSeconds(summary.totalSeconds) + earlyEnd());
  writeMishaps();
  if (summary.location && summary.location->wrong)
    sentence(Emphasis::Plain, describeWrong(*summary.location->wrong));
}

void ExplainReport::writeOptions() {
  const auto &options = summary.smaller.options;
  if (!options || !options->failing)
    return;
  std::string minimality =
      options->minimality == Minimality::None
          ? ""
          : " (" + minimalityName(options->minimality).str() + ")";
  sentence(Emphasis::Plain,
           "    " + std::to_string(options->failing->arguments.size()) +
               " of " + counted(options->arguments, "argument") + minimality +
               ", " + counted(options->runs, "run"));
}

/// Writes the size of an input before and after the search, and the first lines
/// of the reduced input. If no smaller run is explained, also writes the path
/// of the file that holds the reduced input.
void ExplainReport::writeInput(const ReducedInput &input) {
  std::string name =
      input.path.empty() ? "standard input" : printable(input.path);
  bool isUnused = !summary.smaller.isSmaller && !input.failingFile.empty();
  std::string place =
      isUnused ? ", in " + printable(input.failingFile) + ", fail as well" : "";
  sentence(Emphasis::Plain, "    " + std::to_string(input.failing.size()) +
                                " of " +
                                counted(input.original.size(), "byte") +
                                " of " + name + place + ":");
  constexpr size_t maxLines = 6;
  llvm::StringRef rest = input.failing;
  for (size_t i = 0; i != maxLines && !rest.empty(); ++i) {
    auto [first, others] = rest.split('\n');
    line(Emphasis::Plain, "      | " + printable(first));
    rest = others;
  }
  if (!rest.empty())
    line(Emphasis::Dim, "      and " + counted(rest.size(), "byte") + " more");
}

void ExplainReport::writeRun() {
  const SmallerRun &smaller = summary.smaller;
  heading(smaller.isSmaller ? "The smallest run found that fails so"
                            : "The run");
  sentence(Emphasis::Plain, "  " + smaller.command);
  if (smaller.isSmaller)
    sentence(Emphasis::Dim, "    it was " + smaller.originalCommand);
  if (std::string reasons = whyNotSmaller(summary); !reasons.empty())
    sentence(Emphasis::Dim, "    " + reasons);
  writeOptions();
  if (smaller.inputs)
    for (const ReducedInput &input : smaller.inputs->inputs)
      writeInput(input);
  if (!smaller.discarded.empty())
    sentence(Emphasis::Plain,
             "    a smaller run was found, but is not explained: " +
                 smaller.discarded);
}

std::string ExplainReport::sourceOf(const LineEvidence &evidence) {
  std::string text =
      source.line(evidence.line)
          .value_or(evidence.unit ? table.unit(*evidence.unit).text : "");
  return placeInFunction({evidence.line.file, evidence.line.number},
                         evidence.function) +
         printable(llvm::StringRef(text).trim().str());
}

/// Names up to three more places to read, after the most suspect one. A place
/// is a group of lines; it is named by its first line.
void ExplainReport::writeOthers(const LocateSummary &location) {
  constexpr uint32_t maxOthers = 4;
  uint32_t last = 1;
  for (const LineEvidence &each : location.lines) {
    if (each.score <= 0 || each.entry == last || each.entry > maxOthers)
      continue;
    last = each.entry;
    line(Emphasis::Dim, (last == 2 ? "  next: " : "        ") + sourceOf(each));
  }
}

void ExplainReport::writeSuspect() {
  const LineEvidence *suspect = suspectedMost(summary);
  if (!suspect)
    return;
  const LocateSummary &location = *summary.location;
  heading("What is suspected most");
  line(Emphasis::Strong, "  " + sourceOf(*suspect));
  EvidenceText words(location, instances);
  for (const EvidenceText::Sentence &each : words.sentencesFor(*suspect))
    sentence(each.isWeak ? Emphasis::Dim : Emphasis::Plain, "    " + each.text);
  if (std::string stated = describeInStated(summary); !stated.empty())
    sentence(Emphasis::Plain, "    in the run as it was given: " + stated);
  writeOthers(location);
}

/// Writes an event and its values, after the text `lead`.
void ExplainReport::writeEvent(EventIndex event, llvm::StringRef lead) {
  UnitId unit = instances.unitOf(event);
  std::string text =
      lead.str() + shortNameOf(event) + "  " + printable(table.unit(unit).text);
  if (std::string values = valuesOf(summary, event); !values.empty())
    text += "  [" + printable(values) + "]";
  line(Emphasis::Plain, text);
}

/// Writes the origins of the cause (the event with which the story begins): the
/// events that set the values it has used. Returns the words that come before
/// the cause in the text.
std::string ExplainReport::writeOrigins() {
  const std::vector<CauseOrigin> &origins = summary.origins;
  if (origins.empty())
    return "  ";
  for (size_t i = 0; i != origins.size(); ++i) {
    bool isNext = i != 0 && origins[i - 1].neededBy == origins[i].event;
    writeEvent(origins[i].event,
               isNext ? "    " + describe(origins[i - 1].leads).str() + " "
                      : "  ");
  }
  bool areSeveral =
      origins.size() > 1 && origins.front().neededBy == origins.back().neededBy;
  return areSeveral ? "    made values for "
                    : "    " + describe(origins.back().leads).str() + " ";
}

void ExplainReport::writeChain() {
  std::string slices = describeSlices(summary);
  if (summary.chain.empty() && slices.empty())
    return;
  std::string end = isAboutCrash(summary) ? "crash" : "wrong output";
  heading(part == 1                 ? "What the " + end + " needs"
          : summary.origins.empty() ? "From there to the " + end
                                    : "The way to the " + end);
  std::string lead = writeOrigins();
  constexpr size_t maxFirst = 8, maxLast = 3;
  const std::vector<CauseLink> &chain = summary.chain;
  for (size_t i = 0; i != chain.size(); ++i) {
    if (i == maxFirst && chain.size() > maxFirst + maxLast) {
      size_t skipped = chain.size() - maxFirst - maxLast;
      line(Emphasis::Dim, "    and so on: " + counted(skipped, "instance"));
      i += skipped;
    }
    writeEvent(chain[i].event,
               i == 0 ? lead
                      : "    " + describe(*chain[i - 1].leads).str() + " ");
  }
  if (!slices.empty())
    sentence(Emphasis::Dim, "  " + slices);
}

void ExplainReport::writeRemedies() {
  if (summary.remedies.empty())
    return;
  heading("What would have to be otherwise");
  EvidenceText words(*summary.location, instances);
  for (const Remedy &remedy : summary.remedies) {
    const LineEvidence &evidence = summary.location->lines[remedy.line];
    sentence(Emphasis::Plain,
             "  " + placeOf(table, {evidence.line.file, evidence.line.number}) +
                 " " + words.ofRemedy(evidence, remedy.kind));
  }
}

void ExplainReport::writeOpen() {
  heading("What remains open");
  for (const std::string &each : summary.open)
    sentence(Emphasis::Plain, "  " + each);
  sentence(Emphasis::Plain, "  " + lastDoubt(summary));
}

void ExplainReport::writeEnd() {
  emptyLine();
  sentence(Emphasis::Dim,
           "the run with all results is in " +
               printable(summary.theCase.caseDirectory) +
               "; `pinstripe report`, `locate`, `replay` and the other verbs "
               "go on from there");
}

void ExplainReport::write() {
  writeHeadline();
  writeRun();
  writeSuspect();
  writeChain();
  writeRemedies();
  writeOpen();
  writeEnd();
}

void pinstripe::writeExplanation(const ExplainSummary &summary, TextStyle style,
                                 llvm::raw_ostream &stream) {
  ExplainReport(summary, style, stream).write();
}
