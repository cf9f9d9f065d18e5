//===- LocateSession.cpp - Where to look for the defect -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/LocateSession.h"
#include "LineRanking.h"
#include "OutputSlices.h"
#include "pinstripe/Driver/ChangeSession.h"
#include "pinstripe/Driver/ReductionSession.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include <map>
#include <set>

using namespace pinstripe;

/// Of the time that is left, what changed runs may take: switches and omissions
/// point at lines best, and the reduction has a result whenever it ends.
static constexpr double shareOfSwitches = 0.4;
static constexpr double shareOfOmissions = 0.4;
static constexpr double shareOfSlices = 0.2;
static constexpr double shareOfReplacements = 0.5;

namespace {

using Changes = decltype(switchDecisions);

class LocateSession {
public:
  LocateSession(RecordedCase &recorded, const std::atomic<bool> &stop,
                const LocateOptions &options)
      : recorded(recorded), stop(stop), options(options),
        summary{"", describeCase(recorded), recorded.engine.description,
                recorded.table, recorded.trace} {}

  llvm::Expected<LocateSummary> run();

private:
  void collectLines();
  LineEvidence &evidenceAt(EntryId entry);
  double secondsLeft() const { return options.seconds - stopwatch.seconds(); }
  llvm::Error change(Changes &changes, llvm::StringRef step, double share,
                     SearchStep &result,
                     std::optional<ChangeEvidence> LineEvidence::*evidence);
  llvm::Error sliceAndReduce();
  llvm::Error slice(const WrongLine &wrong);
  void addSlice(const EventSet &slice, uint64_t LineEvidence::*outputs);
  void addDistances(const OutputSlices &slices);
  llvm::Error reduce(const WrongLine &wrong);
  llvm::Error reduceTo(const WrongLine &wrong);
  void take(const ReductionSummary &reduced);
  void tell(llvm::StringRef step, uint64_t tests) const {
    if (options.progress)
      options.progress(step, tests);
  }

  class Progress : public ReductionObserver {
  public:
    explicit Progress(const LocateSession &session) : session(session) {}
    void progressed(const ReductionProgress &progress) override {
      session.tell("reducing", progress.counts.distinct());
    }

  private:
    const LocateSession &session;
  };

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  const LocateOptions &options;
  LocateSummary summary;
  std::map<SourceLine, LineEvidence> lines;
  /// Of the wrong line, full and of values.
  std::optional<EventSet> wrongSlice, wrongData;
  Stopwatch stopwatch;
};

} // namespace

LineEvidence &LocateSession::evidenceAt(EntryId entry) {
  return lines[lineOf(recorded.table.unitOf(entry))];
}

void LocateSession::collectLines() {
  for (const Event &event : recorded.trace.allEvents()) {
    LineEvidence &line = evidenceAt(event.entry);
    if (line.executed++ != 0)
      continue;
    const UnitEntry &entry = recorded.table.entry(event.entry);
    const SourceRange &range = recorded.table.unit(entry.unit).range;
    line.line = lineOf(recorded.table.unit(entry.unit));
    line.endLine = range.endLine;
    line.unit = entry.unit;
    line.function = entry.function;
  }
  summary.executedLines = lines.size();
}

/// Changes the run in one way, and notes the best of each line.
llvm::Error
LocateSession::change(Changes &changes, llvm::StringRef step, double share,
                      SearchStep &result,
                      std::optional<ChangeEvidence> LineEvidence::*evidence) {
  ChangeOptions settings;
  settings.expectedOutput = options.expectedOutput;
  settings.budget.seconds = std::max(share * secondsLeft(), 0.001);
  settings.lanes = options.lanes;
  settings.progress = [&](uint64_t made, uint64_t) { tell(step, made); };
  if (wrongSlice)
    settings.candidates = &*wrongSlice;
  if (wrongData)
    settings.first = &*wrongData;
  llvm::Expected<ChangeSummary> made = changes(recorded, stop, settings);
  if (!made)
    return made.takeError();
  result.tests = made->allTests();
  result.seconds = made->testsSeconds;
  result.isComplete = made->exhausted.empty() && !made->interrupted;
  summary.interrupted |= made->interrupted;
  // Those that are as good share a place.
  uint32_t rank = 1;
  for (size_t i = 0; i != made->units.size(); ++i) {
    const ChangedUnit &unit = made->units[i];
    auto quality = [](const ChangedUnit &each) {
      return std::pair(each.best, each.rank());
    };
    if (i != 0 && quality(made->units[i - 1]) != quality(unit))
      rank = i + 1;
    std::optional<ChangeEvidence> &best = evidenceAt(unit.entry).*evidence;
    if (best)
      continue;
    best = ChangeEvidence{unit.best, rank, unit.event,
                          unit.form == ChangeForm::Single};
    best->replaced = unit.replaced;
    if (unit.operand)
      best->operand = unit.operand->operand;
  }
  return llvm::Error::success();
}

void LocateSession::take(const ReductionSummary &reduced) {
  summary.keptEvents = reduced.kept.count();
  summary.reduction.tests = reduced.tests.distinct;
  summary.reduction.isComplete = reduced.isOneMinimal();
  summary.interrupted |= reduced.interrupted;
  for (unsigned i : reduced.kept.set_bits()) {
    LineEvidence &line = evidenceAt(recorded.trace.event(EventIndex(i)).entry);
    ++line.kept;
    line.isGuard |= reduced.isGuard(i);
  }
}

/// In guarded flow, to what prints the line.
llvm::Error LocateSession::reduceTo(const WrongLine &wrong) {
  recorded.theCase.predicate = {};
  recorded.theCase.predicate.keep.push_back(expressionFor(wrong.text));
  recorded.launch.flow = Flow::Guarded;
  SessionOptions settings;
  settings.lanes = options.lanes;
  settings.budget.seconds = std::max(secondsLeft(), 1.0);
  settings.firstCandidate = wrongSlice;
  auto session = ReductionSession::create(recorded, stop, std::move(settings));
  if (!session)
    return session.takeError();
  llvm::Expected<Algorithm> algorithm =
      findAlgorithm(allAlgorithms().front().name);
  if (!algorithm)
    return algorithm.takeError();
  Progress progress(*this);
  if (llvm::Error error = (*session)->run(*algorithm, progress))
    return error;
  take((*session)->summary());
  return llvm::Error::success();
}

/// Each line of the source once for each slice that has an event of it.
void LocateSession::addSlice(const EventSet &slice,
                             uint64_t LineEvidence::*outputs) {
  std::set<SourceLine> seen;
  for (unsigned i : slice.set_bits()) {
    LineEvidence &line = evidenceAt(recorded.trace.event(EventIndex(i)).entry);
    if (seen.insert(line.line).second)
      ++(line.*outputs);
  }
}

void LocateSession::addDistances(const OutputSlices &slices) {
  std::set<SourceLine> seen;
  for (unsigned i : slices.wrong.set_bits()) {
    LineEvidence &line = evidenceAt(recorded.trace.event(EventIndex(i)).entry);
    bool isFirst = seen.insert(line.line).second;
    if (isFirst || slices.distances[i] < line.distance)
      line.distance = slices.distances[i];
  }
}

/// Without slices the ranking knows less, that is all.
llvm::Error LocateSession::slice(const WrongLine &wrong) {
  tell("slicing", 0);
  Stopwatch time;
  DependenceOptions recording;
  recording.say = options.lanes.say;
  recording.interrupted = &stop;
  llvm::Expected<OutputSlices> slices =
      sliceOutputs(recorded, wrong, options.expectedOutput,
                   shareOfSlices * secondsLeft(), recording);
  summary.slicing.seconds = time.seconds();
  if (!slices)
    return llvm::handleErrors(
        slices.takeError(),
        [&](const TargetError &failed) {
          summary.slicing.omitted = failed.message;
        },
        [&](const ReproductionError &failed) {
          summary.slicing.omitted = failed.message;
        });
  addSlice(slices->wrong, &LineEvidence::wrongOutputs);
  addSlice(slices->wrongData, &LineEvidence::wrongValues);
  addDistances(*slices);
  for (const EventSet &right : slices->right)
    addSlice(right, &LineEvidence::rightOutputs);
  summary.outputs = slices->right.size();
  summary.slicing.isComplete = true;
  wrongSlice = std::move(slices->wrong);
  wrongData = std::move(slices->wrongData);
  return llvm::Error::success();
}

/// That there is no critical slice is no reason to have no result.
llvm::Error LocateSession::reduce(const WrongLine &wrong) {
  Stopwatch time;
  llvm::Error error = reduceTo(wrong);
  summary.reduction.seconds = time.seconds();
  return llvm::handleErrors(
      std::move(error),
      [&](const ReproductionError &failed) {
        summary.reduction.omitted = failed.message;
      },
      [&](const NothingToReduceError &failed) {
        summary.reduction.omitted = failed.message;
      });
}

llvm::Error LocateSession::sliceAndReduce() {
  std::optional<WrongLine> wrong = findWrongLine(
      recorded.observation.standardOutput, options.expectedOutput);
  if (!wrong) {
    summary.slicing.omitted = summary.reduction.omitted =
        "nothing was printed that should not have been";
    return llvm::Error::success();
  }
  summary.wrongLine = wrong->text.str();
  summary.isUnexpectedLine = wrong->isUnexpected;
  if (llvm::Error error = slice(*wrong))
    return error;
  if (wrongSlice && !stop.load())
    if (llvm::Error error =
            change(replaceValues, "replacing values", shareOfReplacements,
                   summary.replacement, &LineEvidence::replaced))
      return error;
  return stop.load() ? llvm::Error::success() : reduce(*wrong);
}

llvm::Expected<LocateSummary> LocateSession::run() {
  collectLines();
  if (llvm::Error error =
          change(switchDecisions, "switching decisions", shareOfSwitches,
                 summary.switching, &LineEvidence::switched))
    return error;
  if (!stop.load())
    if (llvm::Error error =
            change(omitUnits, "leaving out statements", shareOfOmissions,
                   summary.omission, &LineEvidence::omitted))
      return error;
  if (!stop.load())
    if (llvm::Error error = sliceAndReduce())
      return error;
  for (const auto &[place, line] : lines)
    summary.lines.push_back(line);
  rankLines(summary.lines);
  return std::move(summary);
}

llvm::Expected<LocateSummary> pinstripe::locate(RecordedCase &recorded,
                                                const std::atomic<bool> &stop,
                                                const LocateOptions &options) {
  return LocateSession(recorded, stop, options).run();
}
