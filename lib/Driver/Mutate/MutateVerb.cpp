// Tries small changes of the program's source, for `pinstripe mutate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Mutate/MutateVerb.h"
#include "Change/OutputEffect.h"
#include "Mutate/JudgedRuns.h"
#include "Mutate/MutantFactory.h"
#include "Mutate/StoredMutants.h"
#include "Slice/OutputSlices.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/LiveRunner.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace pinstripe;

/// The share of the search's time that may be spent on dynamic slices. A slice
/// has the events on which the output depends, so the slices show which
/// statements to mutate first.
static constexpr double shareOfSlicing = 0.3;

namespace {

/// Says whether a mutation that has mended the recorded run is also right in
/// all other runs of the program. These runs are made to refute wrong
/// mutations.
enum class Verdict : uint8_t {
  Stands,   ///< All other runs of the program are right with the mutation.
  Refuted,  ///< some other run of the program is wrong with the mutation
  Untested, ///< the search ended before all other runs were made
};

class MutateVerb : RunnableCase {
public:
  MutateVerb(const RunnableCase &runnable, const MutateOptions &options)
      : RunnableCase(runnable), options(options),
        launch(partialLaunch(recorded, runner)),
        effect(options.expectedOutput, recorded.observation),
        normal(withBufferedOutput(recorded.observation)),
        summary{headerOf(recorded, runner)} {
    limitProcessor(launch, recorded.observation, recorded.limits);
  }

  llvm::Expected<MutationSummary> run();

private:
  llvm::Error checkQuestion() const;
  llvm::Error openStored();
  llvm::Expected<Suspicions> findSuspicions();
  bool noteEnd();
  llvm::Error makeAll(const Suspicions &suspicions);
  llvm::Error make(MutantBatch &batch, LiveRunner &liveRunner);
  llvm::Error leaveOutUnusable(MutantBatch &batch, LiveRunner &liveRunner);
  llvm::Error runAll(const MutantBatch &batch, LiveRunner &liveRunner);
  TriedChange compare(const Mutant &mutant, const MutantBatch &batch,
                      const RunResult &result) const;
  llvm::Error refute(const MutantBatch &batch, llvm::ArrayRef<LiveRun> runs,
                     llvm::ArrayRef<std::optional<TriedChange>> seen,
                     std::vector<Verdict> &verdicts, LiveRunner &liveRunner);
  llvm::Error store(const MutantBatch &batch,
                    llvm::ArrayRef<std::optional<TriedChange>> seen,
                    llvm::ArrayRef<Verdict> verdicts);
  void noteTried(llvm::ArrayRef<TriedFunction> functions);
  uint64_t newTests() const { return summary.allTests() - summary.stored; }
  void note(const Mutant &mutant, const TriedChange &seen, Verdict verdict);
  void countExecutions();
  std::vector<MutatedUnit> ranked() const;

  const MutateOptions &options;
  LaunchSpec launch;
  OutputEffect effect;
  /// The result of the recorded run, together with the output that was still in
  /// a buffer when the run crashed. Runs in live flow, in which the program
  /// itself decides where control goes, write out this output, too.
  RunResult normal;
  MutationSummary summary;
  std::vector<JudgedRun> otherRuns;
  std::unique_ptr<StoredMutants> stored;
  /// Maps each executed statement to its function and its number of instances.
  std::map<UnitId, MutatedUnit> executed;
  std::map<UnitId, MutatedUnit> found;
  /// The functions that the summary already lists: file, line, name, and the
  /// reason if the function could not be exchanged. This avoids duplicates.
  std::set<std::tuple<std::string, uint32_t, std::string, std::string>> known;
};

/// Returns a run that uses the original code up to the event (execution of a
/// statement) `start`, and the mutation `number` from this event on.
LiveRun runOf(uint32_t number, EventIndex start) {
  LiveChange change;
  change.kind = LiveChange::Kind::Mutate;
  change.mutation = number;
  return {{change}, start};
}

} // namespace

llvm::Error MutateVerb::checkQuestion() const {
  if (!runner.engine().traits().exchangesFunctions)
    return llvm::make_error<TargetError>(
        "the " + runner.engineDescription().name +
        " engine can't exchange functions of a running program; only the "
        "native and the ptrace engine can");
  if (!effect.isAsExpected())
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      launch.argument0 +
      (options.expectedOutput
           ? ": prints just what is expected; there is nothing to look for"
           : ": does not crash; say what it should have printed with "
             "--expect-stdout FILE"));
}

/// Finds out how suspect each statement is, by means of dynamic slices, which
/// show on what the output depends. If slices can't be made, all statements are
/// equally suspect.
llvm::Expected<Suspicions> MutateVerb::findSuspicions() {
  Suspicions equal(recorded.table.units.size(), 1);
  std::optional<WrongLine> wrong;
  if (options.expectedOutput)
    wrong = findWrongLine(recorded.observation.standardOutput,
                          *options.expectedOutput);
  if (!wrong && !hasCrashed(recorded.observation))
    return equal;
  if (options.progress)
    options.progress({"slicing"});
  DependenceOptions recording;
  recording.say = options.lanes.say;
  RunnableCase part = withShare(shareOfSlicing);
  llvm::Expected<OutputSlices> slices =
      wrong ? sliceOutputs(part, *wrong, *options.expectedOutput, recording)
            : sliceCrash(part, recording);
  if (slices)
    return suspicionsOf(recorded.table, recorded.trace, *slices);
  // Without slices, the search takes longer, but finds the same mutations.
  std::string reason;
  if (llvm::Error error = noteReason<TargetError, ReproductionError>(
          slices.takeError(), reason))
    return error;
  return equal;
}

/// If the search has to end, stores the reason in the summary and returns true.
bool MutateVerb::noteEnd() {
  if (stop.load())
    summary.interrupted = true;
  else
    summary.exhausted =
        SearchBudget{options.maxTests, deadline}.reachedBy(newTests());
  return summary.interrupted || summary.exhausted;
}

/// Links the functions of a batch. Then makes a run with each of these
/// functions in place of the original one, but without a mutation. Removes the
/// mutants of a function (the programs with one mutation of it) if the function
/// can't be linked, or if its run differs from the recorded run.
llvm::Error MutateVerb::leaveOutUnusable(MutantBatch &batch,
                                         LiveRunner &liveRunner) {
  llvm::Expected<std::vector<UnlinkedFunction>> unlinked =
      liveRunner.exchange(batch.code);
  if (!unlinked)
    return unlinked.takeError();
  std::vector<std::string> reasons(batch.functions.size());
  for (const UnlinkedFunction &each : *unlinked)
    for (size_t i = 0; i != batch.functions.size(); ++i)
      if (batch.functions[i].unit == each.unit &&
          batch.functions[i].index == each.function)
        reasons[i] = each.reason;
  std::vector<LiveRun> runs;
  std::vector<size_t> linked;
  for (size_t i = 0; i != batch.functions.size(); ++i)
    if (reasons[i].empty()) {
      runs.push_back(
          runOf(batch.functions[i].number, batch.functions[i].start));
      linked.push_back(i);
    }
  std::vector<char> isUsable(runs.size());
  std::vector<uint64_t> events(runs.size());
  llvm::Error error = liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        isUsable[place] = isSameRun(result, normal);
        events[place] = result.eventsExecuted;
      },
      [](size_t) {});
  if (error)
    return error;
  if (noteEnd())
    return llvm::Error::success();
  for (size_t i = 0; i != linked.size(); ++i)
    batch.functions[linked[i]].unseenEvents =
        normal.eventsExecuted - std::min(normal.eventsExecuted, events[i]);
  for (size_t i = 0; i != linked.size(); ++i)
    if (!isUsable[i])
      reasons[linked[i]] =
          "compiled again, it does not do what the program did";
  for (size_t i = 0; i != reasons.size(); ++i) {
    const MutableFunction &function = batch.functions[i].source;
    auto place = std::tuple(function.file, function.firstLine, function.name,
                            reasons[i]);
    // A function is compiled once for each batch, but the summary lists it only
    // once.
    if (!known.insert(place).second)
      continue;
    if (reasons[i].empty())
      ++summary.functions;
    else
      summary.unmutated.push_back(
          {function.name, function.file, function.firstLine, reasons[i]});
  }
  size_t before = batch.mutants.size();
  llvm::erase_if(batch.mutants, [&](const Mutant &mutant) {
    return !reasons[mutant.function].empty();
  });
  summary.rejected += before - batch.mutants.size();
  return llvm::Error::success();
}

void MutateVerb::note(const Mutant &mutant, const TriedChange &seen,
                      Verdict verdict) {
  ++summary.tests[static_cast<size_t>(seen.effect)];
  MutatedUnit &unit = found[mutant.unit];
  if (isEvidence(seen.effect) && verdict != Verdict::Stands) {
    ++(verdict == Verdict::Refuted ? unit.refuted : unit.untested);
    ++(verdict == Verdict::Refuted ? summary.refuted : summary.untested);
    return;
  }
  ++unit.tests[static_cast<size_t>(seen.effect)];
  if (seen.effect < unit.best) {
    unit.best = seen.effect;
    unit.mutations.clear();
  }
  if (seen.effect == unit.best && isEvidence(seen.effect))
    unit.mutations.push_back({mutant.mutation, seen.effect, seen.right});
}

TriedChange MutateVerb::compare(const Mutant &mutant, const MutantBatch &batch,
                                const RunResult &result) const {
  const MutantBatch::Function &function = batch.functions[mutant.function];
  LiveChange change = runOf(mutant.number, function.start).changes.front();
  if (!summary.isAboutCrash)
    return effect.compare(change, result);
  // If the search is about a crash, the effect of a mutation depends on how
  // many events the run has executed. The engine has not counted the events of
  // the recompiled function, so they are added here.
  RunResult whole = result;
  whole.eventsExecuted += function.unseenEvents;
  return effect.compare(change, whole);
}

llvm::Error MutateVerb::runAll(const MutantBatch &batch,
                               LiveRunner &liveRunner) {
  llvm::ArrayRef<Mutant> mutants = batch.mutants;
  uint64_t before = summary.allTests();
  if (options.maxTests)
    mutants = mutants.take_front(*options.maxTests - newTests());
  std::vector<LiveRun> runs;
  for (const Mutant &mutant : mutants)
    runs.push_back(
        runOf(mutant.number, batch.functions[mutant.function].start));
  std::vector<std::optional<TriedChange>> seen(runs.size());
  llvm::Error error = liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        seen[place] = compare(mutants[place], batch, result);
      },
      [&](size_t made) {
        if (options.progress)
          options.progress({"", before + made, 0, "mutant"});
      });
  std::vector<Verdict> verdicts(
      runs.size(), otherRuns.empty() ? Verdict::Stands : Verdict::Untested);
  if (!error)
    error = refute(batch, runs, seen, verdicts, liveRunner);
  for (size_t i = 0; i != seen.size(); ++i)
    if (seen[i])
      note(mutants[i], *seen[i], verdicts[i]);
  return llvm::joinErrors(std::move(error), store(batch, seen, verdicts));
}

/// Stores what the mutants (programs with one mutation) of a batch did, as far
/// as they were run. Also stores which mutations the compiler has rejected.
llvm::Error MutateVerb::store(const MutantBatch &batch,
                              llvm::ArrayRef<std::optional<TriedChange>> seen,
                              llvm::ArrayRef<Verdict> verdicts) {
  std::vector<StoredMutant> made;
  for (const Mutation &mutation : batch.rejected)
    made.push_back({StoredMutants::keyOf(mutation)});
  for (size_t i = 0; i != seen.size(); ++i) {
    if (!seen[i])
      continue;
    bool isOpen =
        isEvidence(seen[i]->effect) && verdicts[i] == Verdict::Untested;
    if (!isOpen)
      made.push_back({StoredMutants::keyOf(batch.mutants[i].mutation),
                      seen[i]->effect, seen[i]->right,
                      verdicts[i] == Verdict::Refuted});
  }
  return stored->add(made);
}

/// Adds to the summary the results of those mutations in `functions` that an
/// earlier search has tried.
void MutateVerb::noteTried(llvm::ArrayRef<TriedFunction> functions) {
  for (const TriedFunction &each : functions) {
    const MutableFunction &function = each.function;
    if (known.emplace(function.file, function.firstLine, function.name, "")
            .second)
      ++summary.functions;
    for (const auto &[mutation, unit] : each.mutations) {
      const StoredMutant &former = *stored->find(mutation);
      if (!former.effect) {
        ++summary.rejected;
        continue;
      }
      ++summary.stored;
      TriedChange seen;
      seen.effect = *former.effect;
      seen.right = former.right;
      note({mutation, unit}, seen,
           former.isRefuted ? Verdict::Refuted : Verdict::Stands);
    }
  }
}

/// Makes the other runs of the program with each mutation that has mended the
/// recorded run, and sets the verdict on each of these mutations.
llvm::Error MutateVerb::refute(const MutantBatch &batch,
                               llvm::ArrayRef<LiveRun> runs,
                               llvm::ArrayRef<std::optional<TriedChange>> seen,
                               std::vector<Verdict> &verdicts,
                               LiveRunner &liveRunner) {
  std::vector<size_t> candidates;
  for (size_t i = 0; i != seen.size(); ++i)
    if (seen[i] && isEvidence(seen[i]->effect))
      candidates.push_back(i);
  for (const JudgedRun &other : otherRuns) {
    std::vector<LiveRun> trials;
    for (size_t i : candidates)
      trials.push_back({runs[i].changes, EventIndex{}});
    std::vector<Verdict> these(trials.size(), Verdict::Untested);
    liveRunner.startLike(other.launch);
    llvm::Error error = liveRunner.run(
        trials,
        [&](size_t place, const RunResult &result) {
          these[place] =
              isRight(result, other) ? Verdict::Stands : Verdict::Refuted;
        },
        [](size_t) {});
    liveRunner.startLike(launch);
    if (error)
      return error;
    std::vector<size_t> left;
    for (size_t i = 0; i != these.size(); ++i)
      if (these[i] == Verdict::Stands)
        left.push_back(candidates[i]);
      else
        verdicts[candidates[i]] = these[i];
    candidates = std::move(left);
  }
  for (size_t i : candidates)
    verdicts[i] = Verdict::Stands;
  return llvm::Error::success();
}

llvm::Error MutateVerb::make(MutantBatch &batch, LiveRunner &liveRunner) {
  if (llvm::Error error = leaveOutUnusable(batch, liveRunner))
    return error;
  return noteEnd() ? llvm::Error::success() : runAll(batch, liveRunner);
}

llvm::Error MutateVerb::makeAll(const Suspicions &suspicions) {
  llvm::Expected<SourceFinder> finder = createSourceFinder(options.sourceMap);
  if (!finder)
    return finder.takeError();
  ModelOptions model;
  model.compilationDatabase = recorded.theCase.compilationDatabase;
  model.sources = &*finder;
  for (const CaseModule &module : recorded.theCase.modules)
    model.libraries.push_back(module.path);
  llvm::Expected<std::unique_ptr<MutationSources>> sources =
      readMutationSources(recorded.table, model);
  if (!sources)
    return sources.takeError();
  MutationPlan plan(recorded.table, recorded.trace, (*sources)->units(),
                    suspicions, [this](const Mutation &mutation) {
                      return stored->find(mutation) != nullptr;
                    });
  MutantFactory factory(recorded.table, **sources, plan);
  LiveRunner liveRunner(*this, launch, options.lanes);
  auto isOver = [this] { return noteEnd(); };
  llvm::Error error = llvm::Error::success();
  while (!error && !noteEnd()) {
    std::optional<MutantBatch> batch = factory.next(isOver);
    noteTried(factory.takeTried());
    if (!batch)
      break;
    error = make(*batch, liveRunner);
    if (options.soFar)
      options.soFar([this] { return ranked(); });
  }
  for (UnmutatedCode &each : factory.takeUnmutated())
    if (known.emplace(each.file, each.line, each.name, each.reason).second)
      summary.unmutated.push_back(std::move(each));
  summary.listed = factory.listed();
  summary.rejected += factory.rejected();
  return error;
}

void MutateVerb::countExecutions() {
  for (Event event : recorded.trace.allEvents()) {
    const UnitEntry &entry = recorded.table.entry(event.entry);
    MutatedUnit &unit = executed[entry.unit];
    if (unit.instances++ == 0)
      unit.function = entry.function;
  }
  // A glued statement has no events of its own. It is executed together with
  // another statement, its host.
  for (auto [unit, host] : gluedUnits(recorded.table))
    if (auto found = executed.find(host); found != executed.end())
      executed.emplace(unit, found->second);
  summary.executedUnits = executed.size();
}

/// Returns the statements for which a mutation has made the output better. The
/// statement with the best mutation comes first.
std::vector<MutatedUnit> MutateVerb::ranked() const {
  std::vector<MutatedUnit> units;
  for (const auto &[id, unit] : found)
    if (isEvidence(unit.best)) {
      MutatedUnit &added = units.emplace_back(unit);
      added.unit = id;
      added.function = executed.at(id).function;
      added.instances = executed.at(id).instances;
    }
  rankMutatedUnits(units, recorded.table);
  return units;
}

/// Opens the stored results of mutants (programs with one mutation) that
/// earlier searches have run under the same conditions as this search.
llvm::Error MutateVerb::openStored() {
  auto opened = StoredMutants::open(
      recorded,
      mutantConditions(recorded, runner, options.expectedOutput, otherRuns),
      options.fresh, options.lanes.say);
  if (!opened)
    return opened.takeError();
  stored = std::move(*opened);
  if (stored->size() != 0 && options.lanes.say)
    options.lanes.say("note: resuming with " +
                      counted(stored->size(), "stored mutant"));
  return llvm::Error::success();
}

llvm::Expected<MutationSummary> MutateVerb::run() {
  if (llvm::Error error = checkQuestion())
    return error;
  summary.isAboutCrash = !options.expectedOutput;
  if (llvm::Error error =
          judgeOtherRuns(*this, options.passing, options.failing)
              .moveInto(otherRuns))
    return error;
  summary.otherRuns = otherRuns.size();
  if (llvm::Error error = openStored())
    return error;
  Suspicions own;
  if (!options.suspicions) {
    llvm::Expected<Suspicions> suspicions = findSuspicions();
    if (!suspicions)
      return suspicions.takeError();
    own = std::move(*suspicions);
  }
  countExecutions();
  Stopwatch stopwatch;
  llvm::Error error = makeAll(options.suspicions ? *options.suspicions : own);
  // If the engine fails in the middle of the search, the results so far are
  // reported.
  if (summary.allTests() != 0)
    error = noteReason<EngineError, FileError, TraceFormatError>(
        std::move(error), summary.failure);
  if (error)
    return error;
  summary.testsSeconds = stopwatch.seconds();
  summary.units = ranked();
  return std::move(summary);
}

llvm::Expected<MutationSummary>
pinstripe::tryMutations(const RunnableCase &runnable,
                        const MutateOptions &options) {
  return MutateVerb(runnable, options).run();
}
