// Writes the result of `pinstripe explain` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/ExplainReport.h"
#include "EvidenceText.h"
#include "SliceWords.h"
#include "Text/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Tells the story in order: the smallest run, what is wrong, the way from
/// there to the output, what would have to be otherwise, what remains open.
class ExplainReport : TextReport {
public:
  ExplainReport(const ExplainSummary &summary, TextStyle style,
                llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}
  void write();

private:
  void writeHeadline();
  void heading(const llvm::Twine &text);
  void writeReasons();
  void writeRun();
  void writeOptions();
  void writeInput(const ReducedInput &input);
  void writeSuspect();
  void writeInStated(const LineEvidence &suspect);
  void writeOthers(const LocateSummary &location);
  void writeChain();
  void writeLink(const CauseLink &link, llvm::StringRef lead);
  std::string describeSlices() const;
  /// Returns true if the story is about a crash, not about a wrong output.
  bool isAboutCrash() const {
    return summary.location ? summary.location->isAboutCrash
                            : summary.crash.has_value();
  }
  void writeRemedies();
  void writeOpen();
  void writeEnd();
  std::string sourceOf(const LineEvidence &line);

  const ExplainSummary &summary;
  /// The number of the part of the story that was begun last.
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

/// Says why arguments or inputs were not made smaller. If there are no
/// arguments, but inputs, this is not said.
void ExplainReport::writeReasons() {
  const SmallerRun &smaller = summary.smaller;
  const std::string &ofOptions = smaller.withoutOptions;
  const std::string &ofInputs = smaller.withoutInputs;
  bool hasNoArguments = summary.theCase.arguments.empty() && !smaller.options;
  std::string text;
  if (ofOptions == ofInputs)
    text = ofInputs.empty() ? "" : "not made smaller: " + ofInputs;
  else if (!ofOptions.empty() && !ofInputs.empty())
    text = "not made smaller: " + ofOptions + "; " + ofInputs;
  else if (!ofInputs.empty())
    text = "the input was not made smaller: " + ofInputs;
  else if (!hasNoArguments)
    text = "no arguments were left out: " + ofOptions;
  if (!text.empty())
    sentence(Emphasis::Dim, "    " + text);
}

/// Writes the size of an input, before and after, and its first lines. If the
/// work was ended before the smaller run was recorded, says where the input is.
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
  writeReasons();
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

/// Names the first lines of the next places.
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

/// Says what the run as it was given shows about the line that is suspected
/// most.
void ExplainReport::writeInStated(const LineEvidence &suspect) {
  const auto &stated = summary.inStated;
  if (!stated)
    return;
  auto found = llvm::find_if(stated->lines, [&](const LineEvidence &each) {
    return each.line == suspect.line;
  });
  if (found == stated->lines.end())
    return;
  InstanceTable ofStated(stated->table, stated->trace);
  for (const EvidenceText::Sentence &each :
       EvidenceText(*stated, ofStated).sentencesFor(*found))
    if (!each.isWeak)
      return sentence(Emphasis::Plain,
                      "    in the run as it was given: " + each.text);
}

void ExplainReport::writeSuspect() {
  if (!summary.location)
    return;
  const LocateSummary &location = *summary.location;
  if (location.lines.empty() || location.lines.front().score <= 0)
    return;
  const LineEvidence &suspect = location.lines.front();
  heading("What is suspected most");
  line(Emphasis::Strong, "  " + sourceOf(suspect));
  EvidenceText words(location, instances);
  for (const EvidenceText::Sentence &each : words.sentencesFor(suspect))
    sentence(each.isWeak ? Emphasis::Dim : Emphasis::Plain, "    " + each.text);
  writeInStated(suspect);
  writeOthers(location);
}

/// Writes an event with what it computed.
void ExplainReport::writeLink(const CauseLink &link, llvm::StringRef lead) {
  UnitId unit = instances.unitOf(link.event);
  std::string text = lead.str() + shortNameOf(link.event) + "  " +
                     printable(table.unit(unit).text);
  auto found = summary.values.find(static_cast<uint32_t>(link.event));
  if (found != summary.values.end()) {
    std::string values = found->second.text;
    if (values.empty()) {
      const EventValues &each = found->second;
      for (const NamedValue &value :
           each.written.empty() ? each.read : each.written)
        values +=
            (values.empty() ? "" : ", ") + value.name + " = " + value.value;
    }
    if (!values.empty())
      text += "  [" + printable(values) + "]";
  }
  line(Emphasis::Plain, text);
}

/// Says how many events the critical slices and the dynamic slice have.
std::string ExplainReport::describeSlices() const {
  std::vector<std::string> texts;
  auto add = [&](const std::optional<ReductionSummary> &reduced,
                 const std::string &what) {
    // A reduction that was ended early may keep events that are not needed. If
    // it keeps all of them, it says nothing.
    bool isMinimal = reduced && reduced->isOneMinimal();
    if (!reduced || (!isMinimal && reduced->kept.count() == trace.size()))
      return;
    texts.push_back((isMinimal ? "" : "at most ") +
                    std::to_string(reduced->kept.count()) + " " + what);
  };
  std::string enough = isAboutCrash() ? "are enough for the crash"
                                      : "are enough to print the wrong line";
  add(summary.inTraceFlow, enough);
  add(summary.inGuardedFlow, (texts.empty() ? enough + " " : "") +
                                 "with the decisions that led there");
  if (summary.slicedEvents)
    texts.push_back(std::to_string(*summary.slicedEvents) +
                    " are in its dynamic slice");
  if (texts.empty())
    return "";
  return "of the " + counted(trace.size(), "statement instance") + ", " +
         llvm::join(texts, ", ");
}

void ExplainReport::writeChain() {
  std::string slices = describeSlices();
  if (summary.chain.empty() && slices.empty())
    return;
  std::string end = isAboutCrash() ? "crash" : "wrong output";
  heading(part == 1 ? "What the " + end + " needs"
                    : "From there to the " + end);
  constexpr size_t maxFirst = 8, maxLast = 3;
  const std::vector<CauseLink> &chain = summary.chain;
  for (size_t i = 0; i != chain.size(); ++i) {
    if (i == maxFirst && chain.size() > maxFirst + maxLast) {
      size_t skipped = chain.size() - maxFirst - maxLast;
      line(Emphasis::Dim, "    and so on: " + counted(skipped, "instance"));
      i += skipped;
    }
    writeLink(chain[i],
              i == 0 ? "  "
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
  sentence(Emphasis::Plain,
           std::string("  whether this is the defect: experiments show what ") +
               (isAboutCrash() ? "the crash" : "the output") +
               " needs, not what was meant");
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
