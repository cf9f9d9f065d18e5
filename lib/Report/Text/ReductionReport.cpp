// The annotated source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnnotatedSource.h"
#include "SourceRegions.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

using namespace pinstripe;

namespace {

/// One report being written.
class TerminalReport {
public:
  TerminalReport(const ReductionSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace),
        regions(sourceRegions(summary, instances)),
        widths(gutterFor(summary.table, regions)) {}

  void write() {
    writeHeadline();
    for (const SourceRegion &region : regions)
      if (region.critical != 0)
        writeRegion(region);
    writeUncritical();
    writeValues();
    writeLegend();
    writeTests();
    writeRemarks();
  }

private:
  void writeHeadline();
  void writeRegion(const SourceRegion &region);
  void writeUncritical();
  void writeValues();
  void writeLegend();
  void writeTests();
  void writeLargestPassing();
  void writeGarbage();
  void writeProven();
  void listEvents(llvm::StringRef lead, const EventSet &events);
  void writeRemarks();
  void line(Emphasis emphasis, llvm::StringRef text) {
    writeStyled(stream, style, emphasis, text);
    stream << '\n';
  }
  uint64_t keptPinned() const;
  uint64_t keptUserPinned() const;
  const std::vector<std::string> *linesOf(FileId file);

  const ReductionSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
  std::vector<SourceRegion> regions;
  GutterWidths widths;
  std::map<FileId, std::optional<std::vector<std::string>>> sources;
};

} // namespace

uint64_t TerminalReport::keptPinned() const {
  uint64_t count = 0;
  for (const SourceRegion &region : regions)
    for (const UnitTally &tally : region.units)
      if (summary.table.unit(tally.unit).isPinned())
        count += tally.kept.count();
  return count;
}

uint64_t TerminalReport::keptUserPinned() const {
  uint64_t count = 0;
  for (const SourceRegion &region : regions)
    count += region.userPinned;
  return count;
}

const std::vector<std::string> *TerminalReport::linesOf(FileId file) {
  auto [place, isNew] = sources.try_emplace(file);
  if (isNew)
    place->second = readLines(summary.table.file(file));
  return place->second ? &*place->second : nullptr;
}

/// "interrupted"; empty if it was done.
static std::string describeEarlyEnd(const ReductionSummary &summary) {
  if (summary.interrupted)
    return "interrupted";
  return summary.exhausted.empty() ? "" : "ended by " + summary.exhausted;
}

/// "1-minimal", or why not.
static std::string describeMinimality(const ReductionSummary &summary) {
  if (summary.isOneMinimal()) {
    std::string text = summary.granularity == "instance"
                           ? "1-minimal"
                           : "1-minimal by " + summary.granularity;
    if (summary.isFixpoint)
      return text + ", at a fixpoint after " + counted(summary.rounds, "round");
    std::string end = describeEarlyEnd(summary);
    return end.empty() ? text : text + ", then " + end;
  }
  if (summary.isFlaky())
    return "not certified, since the runs differ";
  std::string end = describeEarlyEnd(summary);
  return end.empty() ? "not certified minimal" : end + ", not yet minimal";
}

void TerminalReport::writeHeadline() {
  uint64_t pinned = keptPinned();
  uint64_t userPinned = keptUserPinned();
  uint64_t kept = summary.kept.count() - pinned - userPinned;
  std::string text =
      counted(summary.trace.size(), "executed statement instance") + ", " +
      std::to_string(kept) +
      (summary.isOneMinimal() ? " critical (" : " kept (") +
      describeMinimality(summary) + ")";
  if (pinned != 0)
    text += ", " + std::to_string(pinned) + " pinned";
  if (userPinned != 0)
    text += ", " + std::to_string(userPinned) + " kept at your wish";
  if (summary.guards.any())
    text += ", " + counted(summary.guards.count(), "guard") + " among them";
  text += ", " + counted(summary.tests.distinct, "test") + ", " +
          describeSeconds(summary.time.totalSeconds);
  if (summary.time.lanes > 1)
    text += " on " + counted(summary.time.lanes, "lane");
  line(Emphasis::Strong, text);
}

void TerminalReport::writeRegion(const SourceRegion &region) {
  std::string title = summary.table.displayPath(region.file) + ": " +
                      llvm::join(region.functions, ", ");
  std::string tally = "  " + std::to_string(region.critical) + " of " +
                      std::to_string(region.executed);
  stream << '\n';
  unsigned room =
      style.width > tally.size() + 16 ? style.width - tally.size() : 0;
  writeStyled(stream, style, Emphasis::Heading, fitted(title, room));
  writeStyled(stream, style, Emphasis::Dim, tally);
  stream << '\n';
  AnnotatedSource(summary.table, region, linesOf(region.file), widths, style)
      .print(stream);
}

void TerminalReport::writeUncritical() {
  std::string heading = "\nexecuted, with nothing critical:\n";
  std::string text;
  for (const SourceRegion &region : regions) {
    if (region.critical != 0)
      continue;
    std::string row = "  " + summary.table.displayPath(region.file) + ":" +
                      std::to_string(region.firstLine) + " " +
                      llvm::join(region.functions, ", ");
    row = fitted(row, style.width > 40 ? style.width - 16 : 0);
    text += row + "  " + counted(region.executed, "instance");
    if (region.userPinned != 0)
      text += ", " + std::to_string(region.userPinned) + " kept at your wish";
    text += "\n";
  }
  if (!text.empty())
    writeStyled(stream, style, Emphasis::Dim, heading + text);
}

/// A row for each kept event of which there is something to say.
void TerminalReport::writeValues() {
  constexpr size_t mostRows = 40;
  std::vector<std::pair<std::string, std::string>> rows;
  size_t width = 0, left = 0;
  for (const auto &[event, values] : summary.values) {
    if (values.text.empty())
      continue;
    if (rows.size() == mostRows) {
      ++left;
      continue;
    }
    EventIndex index{event};
    const StatementUnit &unit = summary.table.unit(instances.unitOf(index));
    std::string place = summary.table.displayPath(unit.range.file) + ":" +
                        std::to_string(unit.range.line) + " #" +
                        std::to_string(instances.instanceOf(index));
    rows.push_back({place + "  " + fitted(printable(unit.text), 40),
                    printable(values.text)});
    width = std::max<size_t>(width, displayWidth(rows.back().first));
  }
  if (rows.empty())
    return;
  line(Emphasis::Heading, "\nvalues in the recorded run:");
  for (const auto &[statement, values] : rows) {
    std::string row = "  " + statement;
    row.append(width - displayWidth(statement) + 4, ' ');
    line(Emphasis::Plain, fitted(row + values, style.width));
  }
  if (left != 0)
    line(Emphasis::Dim, "  and " + counted(left, "more event") +
                            "; `pinstripe show --kept` has them");
  if (summary.kept.count() > maxEventsWithValues)
    line(Emphasis::Dim, "  only the first " +
                            std::to_string(maxEventsWithValues) +
                            " kept instances were asked for values");
}

/// What the reader is to skip to see that it is critical.
static llvm::StringRef whatGoesAsOne(const ReductionSummary &summary) {
  return llvm::StringSwitch<llvm::StringRef>(summary.granularity)
      .Case("statement", " statements, in all its instances,")
      .Case("iteration", ", in a loop the whole body of an iteration,")
      .Case("invocation", " invocations, with all it executed itself,")
      .Default("");
}

void TerminalReport::writeLegend() {
  stream << '\n';
  writeStyled(stream, style, Emphasis::Critical, "●");
  if (summary.isOneMinimal())
    stream << " critical: skip any one of these" << whatGoesAsOne(summary)
           << " and the output is no longer reproduced\n";
  else
    stream << " kept: these together reproduce the output; not every one "
              "needs to be critical\n";
  if (summary.guards.any())
    line(Emphasis::Plain, "◆ guard: a kept condition that decides, as it did "
                          "in the run, whether others of the kept happen");
  line(Emphasis::Plain,
       "· executed in the run, not needed   #2-6 of 6: instances 2 to 6 of 6");
  if (keptPinned() != 0)
    line(Emphasis::Plain, "○ pinned: can't be skipped on its own, so always "
                          "executed (`pinstripe units` says why)");
  if (keptUserPinned() != 0)
    line(Emphasis::Plain, "◇ kept at your wish, needed or not");
  if (summary.garbage && summary.garbage->missing.any())
    line(Emphasis::Plain, "~ not needed only because of what happened to lie "
                          "in uninitialised memory");
}

/// "5 crashes, 1 hang": only what happened.
static std::string describeUnresolved(const TestTally &tests) {
  std::vector<std::string> parts;
  auto add = [&](uint64_t count, const llvm::Twine &one,
                 const llvm::Twine &many) {
    if (count != 0)
      parts.push_back(std::to_string(count) + " " +
                      (count == 1 ? one.str() : many.str()));
  };
  add(tests.crash, "crash", "crashes");
  add(tests.hang, "hang", "hangs");
  add(tests.divergence, "divergence", "divergences");
  for (const auto &[name, count] : tests.limits)
    add(count, "beyond the limit of " + name, "beyond the limit of " + name);
  add(tests.undecided, "undecided", "undecided");
  return llvm::join(parts, ", ");
}

void TerminalReport::writeTests() {
  const TestTally &tests = summary.tests;
  std::string text = counted(tests.distinct, "test") + ": " +
                     std::to_string(tests.fail) + " reproduced, " +
                     std::to_string(tests.pass) + " did not";
  if (tests.decidedOtherwise != 0)
    text +=
        ", " + std::to_string(tests.decidedOtherwise) + " decided otherwise";
  if (tests.unresolved != 0)
    text += ", " + std::to_string(tests.unresolved) + " unresolved (" +
            describeUnresolved(tests) + ")";
  if (tests.stored != 0)
    text += "; " + std::to_string(tests.stored) + " of them made before";
  if (tests.cached != 0)
    text += "; " + std::to_string(tests.cached) + " more known without a run";
  line(Emphasis::Dim, text);
}

void TerminalReport::writeLargestPassing() {
  const EventSet &passing = *summary.largestPassing;
  EventSet difference = summary.kept;
  difference -= passing;
  line(Emphasis::Plain, "largest set that does not reproduce it: " +
                            counted(passing.count(), "instance") + "; of the " +
                            std::to_string(summary.kept.count()) +
                            " kept ones it lacks " +
                            std::to_string(difference.count()));
  if (difference.count() <= 5)
    listEvents("  lacks ", difference);
}

/// A line each: `file.c:12 #3 of 6 sum = sum + a`.
void TerminalReport::listEvents(llvm::StringRef lead, const EventSet &events) {
  for (EventIndex index : events) {
    UnitId id = instances.unitOf(index);
    const StatementUnit &unit = summary.table.unit(id);
    line(Emphasis::Plain,
         lead.str() + summary.table.displayPath(unit.range.file) + ":" +
             std::to_string(unit.range.line) + " #" +
             std::to_string(instances.instanceOf(index)) + " of " +
             std::to_string(instances.executions(id)) + " " + unit.text);
  }
}

void TerminalReport::writeGarbage() {
  const EventSet &missing = summary.garbage->missing;
  std::string text = "note: sensitive to garbage: with other values in "
                     "uninitialised memory these statements do not reproduce "
                     "the output";
  if (missing.none())
    return line(Emphasis::Strong, text + "; see --poison");
  line(Emphasis::Strong,
       text + " without " + counted(missing.count(), "more instance") +
           ", which initialise" + (missing.count() == 1 ? "s" : "") +
           " what they read:");
  EventSet shown = missing;
  constexpr size_t max = 5;
  size_t number = 0;
  for (EventIndex event : missing)
    if (++number > max)
      shown.erase(event);
  listEvents("  ~ ", shown);
  if (shown.count() < missing.count())
    line(Emphasis::Plain,
         "  and " + std::to_string(missing.count() - shown.count()) + " more");
}

/// What is certain of a result that is not minimal.
void TerminalReport::writeProven() {
  if (summary.provenNeeded != 0)
    line(Emphasis::Plain,
         "proven so far: " + std::to_string(summary.provenNeeded) + " of " +
             counted(summary.elements, summary.granularity) +
             " left can't go alone");
  const ProvenStage &before = summary.provenBefore;
  if (!before.minimality.empty())
    line(Emphasis::Plain, "before that: " + before.minimality + ", with " +
                              counted(before.kept, "instance"));
}

void TerminalReport::writeRemarks() {
  writeProven();
  if (summary.largestPassing)
    writeLargestPassing();
  if (summary.isFlaky())
    line(Emphasis::Strong,
         "note: flaky: executed again, these statements reproduced the output "
         "in " +
             std::to_string(summary.repeated->reproduced) + " of " +
             counted(summary.repeated->runs, "run") +
             "; program or predicate are not deterministic, so nothing is "
             "certified");
  if (summary.garbage && summary.garbage->isSensitive)
    writeGarbage();
  for (const SourceRegion &region : regions)
    if (region.critical != 0 && !linesOf(region.file))
      line(Emphasis::Strong, "note: can't read " +
                                 summary.table.file(region.file) +
                                 "; its statements are shown as recorded");
  if (!summary.engine.fallback.empty())
    line(Emphasis::Dim, "engine: " + summary.engine.name + ", since " +
                            summary.engine.fallback);
}

void pinstripe::writeReduction(const ReductionSummary &summary, TextStyle style,
                               llvm::raw_ostream &stream) {
  TerminalReport(summary, style, stream).write();
}
