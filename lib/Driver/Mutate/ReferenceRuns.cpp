// Finds more passing and failing runs, judged by a second, correct program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Mutate/ReferenceRuns.h"
#include "Mutate/RunChoice.h"
#include "Mutate/StoredRuns.h"
#include "Mutate/VariedRuns.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace pinstripe;

/// The largest number of variations of the input that are tried, and the
/// largest numbers of passing and failing runs that are used. Few runs are
/// used, since each change that makes the output right is tried in all of them.
static constexpr size_t maxVariations = 200;
static constexpr size_t maxUsedPassing = 3, maxUsedFailing = 2;
/// The largest numbers of passing and of failing runs that are recorded to
/// learn which statements they execute. After that, a few of these runs are
/// chosen.
static constexpr size_t maxTracedPassing = 20, maxTracedFailing = 8;
/// The search for more passing and failing runs may take the fraction
/// `shareOfRuns` of the time that remains or, if the user has set no limit,
/// `secondsByDefault` seconds. Of this time, it may spend the fraction
/// `shareOfTrials` on trying variations of the input.
static constexpr double shareOfRuns = 0.2, secondsByDefault = 30,
                        shareOfTrials = 0.6;
/// The recorded run may have been made from a larger run, whose input is then
/// varied as well. If so, variations of the recorded run's input get this share
/// of all trials, and of the time for them.
static constexpr double shareOfSmaller = 0.5;
/// The number of variations with which the program or the reference (a correct
/// program) hangs, after which no further variations are tried. A run that
/// hangs takes as much time as hundreds of other runs.
static constexpr size_t maxHangs = 8;
/// The largest expected output of a failing run, in bytes. If a run has more,
/// it is not used, since the expected output is kept in memory.
static constexpr uint64_t maxExpectedBytes = uint64_t(1) << 20;

namespace {

/// A run that both the program and the reference (a correct program) have made,
/// so that their outputs could be compared.
struct Candidate {
  VariedRun varied;
  RunFeatures features;
  uint64_t outputHash = 0; ///< A hash of what the program printed.
};

class RunSearch : RunnableCase {
public:
  RunSearch(const RunnableCase &runnable, ReferenceProgram &reference,
            const StoredRuns &stored, const ReferenceRunOptions &options)
      : RunnableCase(runnable), reference(reference), stored(stored),
        options(options) {}

  llvm::Expected<ReferenceRuns> run(std::vector<VariedInput> inputs);

private:
  llvm::Error tryAll(VariedRuns &variations, double shareOfTime);
  llvm::Error tryLarger();
  bool note(VariedRun varied, ComparedRun compared, bool isStated = false);
  llvm::Error keepTraced(std::vector<Candidate> &candidates, size_t most);
  llvm::Expected<bool> traceStatements(Candidate &candidate);
  bool isOver(const Deadline &end) const {
    return stop.load() || end.hasPassed();
  }
  llvm::Error use(std::vector<Candidate> &candidates,
                  llvm::ArrayRef<size_t> chosen, std::vector<OtherRun> &runs);
  llvm::Error give(OtherRun &run, const std::string &folder) const;
  void tell(llvm::StringRef step, uint64_t done, uint64_t all) const {
    if (options.progress)
      options.progress({step, done, all, "run"});
  }

  ReferenceProgram &reference;
  const StoredRuns &stored;
  const ReferenceRunOptions &options;
  ReferenceRuns result;
  std::vector<Candidate> passing, failing;
  /// The statements that the recorded run executes, and their number.
  std::vector<char> isExecuted;
  size_t executed = 0;
};

} // namespace

static bool hasHung(const RunResult &result) {
  return std::holds_alternative<TimedOut>(result.ending);
}

/// Compares what the program and the reference (a correct program) did with a
/// variation, and keeps the run as a passing or failing candidate. Returns
/// false if the run can't be used, for example because the reference did not
/// end as with the recorded input.
bool RunSearch::note(VariedRun varied, ComparedRun compared, bool isStated) {
  if (compared.agreement == Agreement::Unusable)
    return false;
  RunResult &own = compared.ofProgram, &right = compared.ofReference;
  Candidate candidate;
  candidate.features.isStated = isStated;
  candidate.features.inputBytes = varied.size;
  candidate.features.outputBytes = own.standardOutput.size();
  candidate.outputHash = llvm::xxh3_64bits(own.standardOutput);
  candidate.features.outputHash = candidate.outputHash;
  candidate.varied = std::move(varied);
  if (compared.agreement == Agreement::Same) {
    ++result.summary.passing;
    passing.push_back(std::move(candidate));
    return true;
  }
  ++result.summary.failing;
  if (right.standardOutput.size() > maxExpectedBytes)
    return false;
  candidate.features.outputHash =
      llvm::xxh3_64bits(own.standardOutput + '\0' + right.standardOutput);
  candidate.varied.run.expected = std::move(right.standardOutput);
  failing.push_back(std::move(candidate));
  return true;
}

/// Runs the program and the reference (a correct program) with one variation
/// after the other.
llvm::Error RunSearch::tryAll(VariedRuns &variations, double shareOfTime) {
  Deadline end = deadline.afterShare(shareOfTime);
  size_t hangs = 0;
  while (!isOver(end) && hangs != maxHangs) {
    llvm::Expected<std::optional<VariedRun>> varied = variations.next();
    if (!varied)
      return varied.takeError();
    if (!*varied)
      return llvm::Error::success();
    tell("making runs from the input", result.summary.made, 0);
    llvm::Expected<ComparedRun> compared = reference.compare((*varied)->run);
    if (!compared)
      return compared.takeError();
    ++result.summary.made;
    hangs += hasHung(compared->ofProgram) || hasHung(compared->ofReference);
    std::string folder = (*varied)->folder;
    if (!note(std::move(**varied), std::move(*compared)))
      if (llvm::Error error = removeTree(folder))
        return error;
  }
  result.summary.isCut = true;
  return llvm::Error::success();
}

/// Runs the program and the reference (a correct program) with the input of the
/// larger run from which the recorded run was made, and with variations of this
/// input.
llvm::Error RunSearch::tryLarger() {
  const OtherRun &larger = *options.larger;
  std::string folder = stored.path() + "/larger";
  if (std::error_code code = llvm::sys::fs::create_directory(folder))
    return cannotWrite(folder, code.value());
  llvm::Expected<ComparedRun> compared = reference.compare(larger);
  if (!compared)
    return compared.takeError();
  if (compared->agreement == Agreement::Different)
    note({larger, folder + "/stated"}, std::move(*compared),
         /*isStated=*/true);
  VariedRuns variations(
      larger.arguments, variedInputs(*this, larger.launch(recorded.launch)),
      folder,
      maxVariations - std::min<size_t>(maxVariations, result.summary.made));
  return tryAll(variations, shareOfTrials);
}

/// Records a run by the engine, to learn which statements the run executes.
/// Returns false if the run can't be used: it met a limit, or it printed
/// something else than without the engine. The output may differ because the
/// engine fills uninitialised memory with a pattern.
llvm::Expected<bool> RunSearch::traceStatements(Candidate &candidate) {
  const OtherRun &run = candidate.varied.run;
  LaunchSpec start = run.launch(runner.launchHere(recorded.launch));
  start.eventLimit = recorded.limits.events.value_or(maxTracedEvents);
  llvm::Expected<Recording> made =
      runner.record([&] { return runner.engine().record(start); }, &stop);
  if (!made)
    return made.takeError();
  const RunResult &seen = made->result;
  bool isLimited = hasHung(seen) ||
                   std::holds_alternative<LimitReached>(seen.ending) ||
                   std::holds_alternative<Diverged>(seen.ending);
  bool isAlike = llvm::xxh3_64bits(seen.standardOutput) == candidate.outputHash;
  // A program that crashes does not write out what is in its buffers. So a
  // crashed run may print something else with the engine than without it.
  bool mayDiffer = run.expected && !seen.exited();
  if (isLimited || (!isAlike && !mayDiffer))
    return false;
  if (!run.expected && !seen.exited())
    return false;
  std::vector<char> isSeen(isExecuted.size());
  size_t shared = 0;
  for (Event event : made->trace.allEvents()) {
    auto unit = static_cast<size_t>(recorded.table.entry(event.entry).unit);
    if (!std::exchange(isSeen[unit], 1))
      shared += isExecuted[unit];
  }
  candidate.features.sharedStatements =
      static_cast<double>(shared) / static_cast<double>(executed);
  return true;
}

/// Keeps the first `most` candidates whose runs the engine can make, and
/// removes the files of all others.
llvm::Error RunSearch::keepTraced(std::vector<Candidate> &candidates,
                                  size_t most) {
  std::vector<Candidate> kept;
  for (size_t i = 0; i != candidates.size(); ++i) {
    Candidate &candidate = candidates[i];
    bool isKept = false;
    if (kept.size() != most && !isOver(deadline)) {
      tell("tracing runs made from the input", kept.size(), 0);
      llvm::Expected<bool> traced = traceStatements(candidate);
      if (traced)
        isKept = *traced;
      // If the engine can't make the run of this candidate, the candidate is
      // left out. The engine may still be able to make the runs of other
      // candidates.
      std::string reason;
      if (llvm::Error error =
              noteReason<EngineError, TargetError>(traced.takeError(), reason))
        return error;
    }
    if (isKept)
      kept.push_back(std::move(candidate));
    else if (llvm::Error error = removeTree(candidate.varied.folder))
      return error;
  }
  candidates = std::move(kept);
  return llvm::Error::success();
}

static std::vector<RunFeatures>
featuresOf(llvm::ArrayRef<Candidate> candidates) {
  std::vector<RunFeatures> features;
  for (const Candidate &candidate : candidates)
    features.push_back(candidate.features);
  return features;
}

/// Writes the expected output of a failing run to a file, and adds the name of
/// the file to the text that describes the run.
llvm::Error RunSearch::give(OtherRun &run, const std::string &folder) const {
  if (!run.expected)
    return llvm::Error::success();
  if (std::error_code code = llvm::sys::fs::create_directory(folder))
    return cannotWrite(folder, code.value());
  std::string path = folder + "/expected";
  run.text +=
      (run.text.empty() ? "> " : " > ") + quoteForShell(llvm::StringRef(path));
  return writeFileAtomically(path, *run.expected, Durability::ProcessKill);
}

/// Gives the runs of the chosen candidates to `runs`, and removes the files of
/// all other candidates.
llvm::Error RunSearch::use(std::vector<Candidate> &candidates,
                           llvm::ArrayRef<size_t> chosen,
                           std::vector<OtherRun> &runs) {
  for (size_t i : chosen) {
    VariedRun &varied = candidates[i].varied;
    if (llvm::Error error = give(varied.run, varied.folder))
      return error;
    runs.push_back(varied.run);
  }
  for (size_t i = 0; i != candidates.size(); ++i)
    if (!llvm::is_contained(chosen, i))
      if (llvm::Error error = removeTree(candidates[i].varied.folder))
        return error;
  return llvm::Error::success();
}

/// Sorts candidates. `order` has their indices in the new order.
static void sortBy(std::vector<Candidate> &candidates,
                   llvm::ArrayRef<size_t> order) {
  std::vector<Candidate> sorted;
  for (size_t i : order)
    sorted.push_back(std::move(candidates[i]));
  candidates = std::move(sorted);
}

llvm::Expected<ReferenceRuns> RunSearch::run(std::vector<VariedInput> inputs) {
  if (llvm::Error error = stored.clear())
    return error;
  isExecuted.resize(recorded.table.units.size());
  for (Event event : recorded.trace.allEvents()) {
    char &isSeen =
        isExecuted[static_cast<size_t>(recorded.table.entry(event.entry).unit)];
    executed += isSeen == 0;
    isSeen = 1;
  }
  double share = options.larger ? shareOfSmaller : 1;
  VariedRuns variations(recorded.launch.arguments, std::move(inputs),
                        stored.path(),
                        static_cast<size_t>(share * maxVariations));
  if (llvm::Error error = tryAll(variations, share * shareOfTrials))
    return error;
  if (options.larger)
    if (llvm::Error error = tryLarger())
      return error;
  // It is not known yet which statements the candidates execute; only a
  // recording tells this. So the candidates are first sorted by other features,
  // such as the size of the input, and only the first ones are recorded.
  sortBy(passing, choosePassing(featuresOf(passing), passing.size()));
  sortBy(failing, chooseFailing(featuresOf(failing), failing.size()));
  if (llvm::Error error = keepTraced(failing, maxTracedFailing))
    return error;
  if (llvm::Error error = keepTraced(passing, maxTracedPassing))
    return error;
  if (llvm::Error error =
          use(failing,
              chooseFailing(featuresOf(failing),
                            maxUsedFailing + options.larger.has_value()),
              result.failing))
    return error;
  if (llvm::Error error =
          use(passing, choosePassing(featuresOf(passing), maxUsedPassing),
              result.passing))
    return error;
  return std::move(result);
}

/// Returns true if, in all stored runs, the program and the reference (a
/// correct program) still print what they printed when the runs were made.
static llvm::Expected<bool> stillHold(const ReferenceRuns &runs,
                                      ReferenceProgram &reference) {
  for (const OtherRun &run : runs.passing) {
    llvm::Expected<ComparedRun> compared = reference.compare(run);
    if (!compared)
      return compared.takeError();
    if (compared->agreement != Agreement::Same)
      return false;
  }
  for (const OtherRun &run : runs.failing) {
    llvm::Expected<ComparedRun> compared = reference.compare(run);
    if (!compared)
      return compared.takeError();
    if (compared->agreement != Agreement::Different ||
        compared->ofReference.standardOutput != run.expected)
      return false;
  }
  return true;
}

static llvm::Expected<ReferenceRuns>
readOrMake(const RunnableCase &runnable, ReferenceProgram &reference,
           const StoredRuns &stored, std::vector<VariedInput> inputs,
           const ReferenceRunOptions &options) {
  std::optional<ReferenceRuns> former;
  if (!options.fresh)
    former = stored.read();
  if (former) {
    llvm::Expected<bool> holds = stillHold(*former, reference);
    if (!holds)
      return holds.takeError();
    if (*holds)
      return std::move(*former);
  }
  llvm::Expected<ReferenceRuns> made =
      RunSearch(runnable, reference, stored, options).run(std::move(inputs));
  if (!made)
    return made.takeError();
  made->summary.program = reference.name();
  // If the user has interrupted the search, its runs are not stored. Otherwise
  // the next search would use them, and would not look for those that are
  // missing.
  if (!runnable.stop.load())
    if (llvm::Error error = stored.write(*made))
      return error;
  return made;
}

llvm::Expected<ReferenceRuns>
pinstripe::makeReferenceRuns(const RunnableCase &runnable,
                             ReferenceProgram &reference,
                             const ReferenceRunOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  std::vector<VariedInput> inputs = variedInputs(runnable, recorded.launch);
  std::vector<std::string> names;
  std::string texts;
  for (const VariedInput &input : inputs) {
    names.push_back(input.name);
    texts += llvm::join(input.pieces, "") + '\0';
  }
  StoredRuns stored(recorded, referenceConditions(recorded, reference, texts));
  bool isLimited = std::isfinite(runnable.deadline.secondsLeft());
  RunnableCase part{recorded, runnable.runner, runnable.stop,
                    isLimited ? runnable.deadline.afterShare(shareOfRuns)
                              : Deadline::after(secondsByDefault)};
  llvm::Expected<ReferenceRuns> runs =
      readOrMake(part, reference, stored, std::move(inputs), options);
  if (!runs)
    return runs;
  for (OtherRun &run : runs->failing)
    run.isMade = true;
  ReferenceSummary &summary = runs->summary;
  summary.program = reference.name();
  summary.varied = llvm::join(names, ", ");
  summary.usedPassing = runs->passing.size();
  summary.usedFailing = runs->failing.size();
  summary.folder = CaseDirectory::referenceDirectoryIn(options.caseDirectory);
  return runs;
}
