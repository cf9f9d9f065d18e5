// Writes the result of `pinstripe reduce` as annotated source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnnotatedSource.h"
#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pinstripe;

namespace {

class ReductionReport : TextReport {
public:
  ReductionReport(const ReductionSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary),
        regions(sourceRegions(summary, instances)),
        widths(gutterFor(table, regions)) {}

  void write() {
    writeHeadline();
    for (const SourceRegion &region : regions)
      if (region.critical != 0)
        writeRegion(region);
    writeUncritical();
    writeValues();
    writeReasons();
    writeLegend();
    writeTests();
    writeRemarks();
  }

private:
  void writeHeadline();
  void writeRegion(const SourceRegion &region);
  void writeUncritical();
  void writeValues();
  void writeReasons();
  void writeLegend();
  void writeTests();
  void writeLargestPassing();
  void writePoisonFinding();
  void writeProven();
  void writeRemarks();
  uint64_t keptPinned() const;
  std::string describeMinimality() const;

  const ReductionSummary &summary;
  std::vector<SourceRegion> regions;
  GutterWidths widths;
};

} // namespace

/// Returns how many of the kept events belong to pinned statements, which can't
/// be skipped. Leaves out events that the user asked to keep.
uint64_t ReductionReport::keptPinned() const {
  return llvm::count_if(summary.kept, [&](EventIndex event) {
    return !summary.isUserPinned(event) &&
           table.unit(instances.unitOf(event)).isPinned();
  });
}

/// Returns what is proved about the result, such as "1-minimal by statement",
/// or the reason why nothing is proved.
std::string ReductionReport::describeMinimality() const {
  std::string end = llvm::StringRef(earlyEnd()).ltrim(", ").str();
  if (summary.isOneMinimal()) {
    Granularity granularity = summary.certificate.granularity;
    std::string text = "1-minimal";
    if (granularity != Granularity::Instance)
      text += " by " + granularityName(granularity).str();
    if (summary.isFixpoint)
      return text + ", at a fixpoint after " + counted(summary.rounds, "round");
    return end.empty() ? text : text + ", then " + end;
  }
  if (summary.isFlaky())
    return "not certified, since the runs differ";
  return end.empty() ? "not certified minimal" : end + ", not yet minimal";
}

void ReductionReport::writeHeadline() {
  uint64_t pinned = keptPinned();
  uint64_t userPinned = summary.keptUserPinned();
  uint64_t cleanups = summary.cleanups.size();
  uint64_t kept = summary.kept.count() - pinned - userPinned - cleanups;
  std::string text = counted(trace.size(), "executed statement instance") +
                     ", " + std::to_string(kept) +
                     (summary.isOneMinimal() ? " critical (" : " kept (") +
                     describeMinimality() + ")";
  if (cleanups != 0)
    text += ", " + counted(cleanups, "clean-up") + " with them";
  if (pinned != 0)
    text += ", " + std::to_string(pinned) + " pinned";
  if (userPinned != 0)
    text += ", " + std::to_string(userPinned) + " kept on request";
  if (summary.guards.any())
    text += ", " + counted(summary.guards.count(), "guard") + " among them";
  text += ", " + counted(summary.tests.distinct, "test") + ", " +
          describeSeconds(summary.totalSeconds);
  if (summary.time.lanes > 1)
    text += " on " + counted(summary.time.lanes, "lane");
  sentence(Emphasis::Strong, text);
  std::string threads =
      describeThreads(summary.theCase.threads, summary.theCase.schedule);
  if (!threads.empty())
    sentence(Emphasis::Dim, llvm::StringRef(threads).rtrim());
  writeMishaps();
}

void ReductionReport::writeRegion(const SourceRegion &region) {
  std::string title = table.displayPath(region.file) + ": " +
                      llvm::join(region.functions, ", ");
  std::string tally = "  " + std::to_string(region.critical) + " of " +
                      std::to_string(region.executed);
  emptyLine();
  unsigned room =
      style.width > tally.size() + 16 ? style.width - tally.size() : 0;
  writeStyled(stream, style, Emphasis::Heading, fitted(printable(title), room));
  sentence(Emphasis::Dim, tally);
  AnnotatedSource(table, region, source.lines(region.file), widths, style)
      .print(stream);
}

void ReductionReport::writeUncritical() {
  std::string heading = "\nexecuted, with nothing critical:\n";
  std::string text;
  for (const SourceRegion &region : regions) {
    if (region.critical != 0)
      continue;
    std::string row = "  " + placeOf(table, {region.file, region.firstLine}) +
                      " " + llvm::join(region.functions, ", ");
    row = fitted(printable(row), style.width > 40 ? style.width - 16 : 0);
    text += row + "  " + counted(region.executed, "instance");
    if (region.pinned != 0)
      text += ", " + std::to_string(region.pinned) + " pinned";
    if (region.userPinned != 0)
      text += ", " + std::to_string(region.userPinned) + " kept on request";
    text += "\n";
  }
  if (!text.empty())
    writeStyled(stream, style, Emphasis::Dim, heading + text);
}

/// Writes the values of kept events, one row for each event. If too many events
/// have known values, only the last ones are written.
void ReductionReport::writeValues() {
  constexpr size_t maxRows = 40;
  std::vector<std::pair<std::string, std::string>> rows;
  size_t known = llvm::count_if(summary.values, [](const auto &each) {
    return !each.second.text.empty();
  });
  size_t width = 0, earlier = known < maxRows ? 0 : known - maxRows;
  size_t left = earlier;
  for (const auto &[number, values] : summary.values) {
    if (values.text.empty() || (left != 0 && left-- != 0))
      continue;
    EventIndex event{number};
    const StatementUnit &unit = table.unit(instances.unitOf(event));
    rows.push_back(
        {shortNameOf(event) + "  " + fitted(printable(unit.text), 40),
         printable(values.text)});
    width = std::max<size_t>(width, displayWidth(rows.back().first));
  }
  if (rows.empty())
    return;
  sentence(Emphasis::Heading, "\nvalues in the recorded run:");
  if (earlier != 0)
    sentence(Emphasis::Dim, "  " + counted(earlier, "earlier event") +
                                "; `pinstripe show --kept` has them");
  for (const auto &[statement, values] : rows)
    line(Emphasis::Plain,
         "  " + statement +
             std::string(width - displayWidth(statement) + 4, ' ') + values);
  if (summary.kept.count() > maxEventsWithValues)
    sentence(Emphasis::Dim, "  only the last " +
                                std::to_string(maxEventsWithValues) +
                                " kept instances were asked for values");
}

/// Returns true if a test had to reproduce only the crash, and not the printed
/// output.
static bool keepsCrash(const ReductionSummary &summary) {
  return summary.crash &&
         llvm::all_of(summary.theCase.predicates, [](llvm::StringRef each) {
           return each == "--same-crash" || each == "--same-exit";
         });
}

/// Says what happens when the event that was kept for `reason` is left out:
/// "the run crashes".
static llvm::StringRef consequenceOf(const KeptReason &reason,
                                     bool isAboutCrash) {
  using Kind = UnresolvedCause::Kind;
  if (reason.outcome == Outcome::Pass)
    return isAboutCrash ? "the run does not crash" : "the output differs";
  switch (reason.cause.kind) {
  case Kind::Crash:
    return isAboutCrash ? "the run crashes otherwise" : "the run crashes";
  case Kind::Hang:
    return "the run does not end in time";
  case Kind::Divergence:
    return "the run makes a call that was not recorded";
  case Kind::Limit:
    return "the run reaches a limit";
  case Kind::DecidedOtherwise:
    return "a condition decides otherwise";
  case Kind::Undecided:
    return "the predicate can't tell";
  }
  llvm_unreachable("not a cause");
}

/// Writes a line for each consequence that skipping a kept event had in a test,
/// such as "the run crashes", and the first few events with this consequence.
void ReductionReport::writeReasons() {
  constexpr size_t maxListed = 4;
  std::map<llvm::StringRef, std::vector<EventIndex>> events;
  std::vector<llvm::StringRef> order;
  for (const auto &[number, reason] : summary.reasons) {
    // An event that destroys an object is executed or skipped together with the
    // construction of the object. Only the construction is listed here.
    if (summary.constructionOf(EventIndex{number}))
      continue;
    llvm::StringRef consequence = consequenceOf(reason, keepsCrash(summary));
    if (events[consequence].empty())
      order.push_back(consequence);
    events[consequence].push_back(EventIndex{number});
  }
  if (order.empty())
    return;
  sentence(Emphasis::Heading, "\nwhat happens without one of them:");
  for (llvm::StringRef consequence : order) {
    llvm::ArrayRef<EventIndex> all = events[consequence];
    std::string text = "  " + consequence.str() + " without " +
                       counted(all.size(), "instance") + ": ";
    for (EventIndex event : all.take_front(maxListed)) {
      const std::string &how =
          summary.reasons.at(static_cast<uint32_t>(event)).text;
      text += (event == all.front() ? "" : ", ") + shortNameOf(event) +
              (how.empty() ? "" : " (" + printable(how) + ")");
    }
    if (all.size() > maxListed)
      text += " and " + std::to_string(all.size() - maxListed) + " more";
    sentence(Emphasis::Plain, text);
  }
}

/// Returns words for the parts that the reduction could only remove as a whole,
/// such as " statements, in all its instances,". In the legend, they follow
/// "skip any one of these". Returns an empty text if these parts are single
/// events.
static llvm::StringRef whatGoesAsOne(Granularity granularity) {
  switch (granularity) {
  case Granularity::Instance:
    return "";
  case Granularity::Statement:
    return " statements, in all its instances,";
  case Granularity::Iteration:
    return ", in a loop the whole body of an iteration,";
  case Granularity::Invocation:
    return " invocations, with all it executed itself,";
  }
  llvm_unreachable("not a granularity");
}

void ReductionReport::writeLegend() {
  emptyLine();
  bool isCrash = keepsCrash(summary);
  sentence(Emphasis::Plain,
           summary.isOneMinimal()
               ? "● critical: skip any one of these" +
                     whatGoesAsOne(summary.certificate.granularity).str() +
                     (isCrash ? " and the run no longer crashes like this"
                              : " and the output is no longer reproduced")
               : "● kept: these together reproduce the " +
                     std::string(isCrash ? "crash" : "output") +
                     "; not every one needs to be critical");
  auto explain = [&](bool isShown, llvm::StringRef text) {
    if (isShown)
      sentence(Emphasis::Plain, text);
  };
  explain(summary.guards.any(),
          "◆ guard: a kept condition that decides, as it did in the run, "
          "whether other kept ones are executed");
  explain(true, "· executed in the run, not needed   #2-6 of 6: instances 2 to "
                "6 of 6");
  explain(!summary.cleanups.empty(),
          "+ clean-up: skipped if its object is not constructed, otherwise "
          "executed");
  explain(keptPinned() != 0,
          "○ pinned: can't be skipped on its own, so always executed "
          "(`pinstripe units` says why)");
  explain(summary.keptUserPinned() != 0, "◇ kept on request, needed or not");
  explain(summary.poisonFinding && summary.poisonFinding->missing.any(),
          "~ not needed only because of the values that uninitialised memory "
          "happened to have");
}

/// Returns how many tests were UNRESOLVED, for each cause: "5 crashes, 1 hang".
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
  for (auto [kind, count] : tests.limits)
    add(count, "beyond the " + nameOf(kind), "beyond the " + nameOf(kind));
  add(tests.undecided, "undecided", "undecided");
  return llvm::join(parts, ", ");
}

void ReductionReport::writeTests() {
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
    text +=
        "; " + std::to_string(tests.cached) + " more answered from the cache";
  sentence(Emphasis::Dim, text);
}

void ReductionReport::writeLargestPassing() {
  const EventSet &passing = *summary.largestPassing;
  EventSet difference = summary.kept;
  difference -= passing;
  sentence(Emphasis::Plain,
           "largest set that does not reproduce it: " +
               counted(passing.count(), "instance") + "; of the " +
               std::to_string(summary.kept.count()) + " kept ones it lacks " +
               std::to_string(difference.count()));
  if (difference.count() <= 5)
    listEvents("  lacks ", difference);
}

void ReductionReport::writePoisonFinding() {
  const EventSet &missing = summary.poisonFinding->missing;
  std::string text = "note: sensitive to poison: with other values in "
                     "uninitialised memory these statements do not reproduce "
                     "the output";
  if (missing.none())
    return sentence(Emphasis::Strong, text + "; see --poison");
  sentence(Emphasis::Strong,
           text + " without " + counted(missing.count(), "more instance") +
               ", which initialise" + (missing.count() == 1 ? "s" : "") +
               " what they read:");
  listEvents("  ~ ", missing);
}

/// Writes what was proved by a reduction that ended early: how many of the
/// remaining parts are needed, and what an earlier stage has proved.
void ReductionReport::writeProven() {
  if (summary.provenNeeded != 0)
    sentence(Emphasis::Plain,
             "proven so far: " + std::to_string(summary.provenNeeded) + " of " +
                 counted(summary.elements,
                         granularityName(summary.certificate.granularity)) +
                 " left can't go alone");
  if (const std::optional<ProvenStage> &before = summary.provenBefore)
    sentence(Emphasis::Plain,
             "before that: " + certificateName(before->certificate) +
                 ", with " + counted(before->kept, "instance"));
}

void ReductionReport::writeRemarks() {
  writeProven();
  if (summary.largestPassing)
    writeLargestPassing();
  if (summary.isFlaky())
    sentence(Emphasis::Strong,
             "note: flaky: executed again, these statements reproduced the "
             "output in " +
                 std::to_string(summary.repeated->reproduced) + " of " +
                 counted(summary.repeated->runs, "run") +
                 "; program or predicate are not deterministic, so nothing is "
                 "certified");
  if (summary.poisonFinding && summary.poisonFinding->isSensitive)
    writePoisonFinding();
  if (!summary.engine.fallback.empty())
    sentence(Emphasis::Dim, "engine: " + summary.engine.name + ", since " +
                                summary.engine.fallback);
}

void pinstripe::writeReduction(const ReductionSummary &summary, TextStyle style,
                               llvm::raw_ostream &stream) {
  ReductionReport(summary, style, stream).write();
}
