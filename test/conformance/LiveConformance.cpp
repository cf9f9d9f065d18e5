// Compares live flow under all engines on one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: live-conformance [options] -- PROGRAM ARGUMENTS
//
// Records one run and repeats it with N random changes. All engines must give
// the same observations. LLDB, the reference, makes only few of the runs. A
// change that sets what happened anyway must lead to the recorded run. If the
// value of a return is skipped, the caller uses whatever is in rax. A few
// programs then print bytes of their own code, which hooks have changed.

#include "ConformanceMain.h"
#include "Observation.h"
#include "RandomChanges.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/TracedEngine.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::errs;
using llvm::outs;

namespace {

struct Participant {
  std::string name;
  std::unique_ptr<ExecutionEngine> engine;
  unsigned every = 1; ///< the engine takes part in every n-th change
  double wallLimitSeconds = 20;
  double seconds = 0;
  unsigned runs = 0;
};

class LiveSuite {
public:
  LiveSuite(const UnitTable &table, LaunchSpec launch, const Options &options,
            std::vector<Participant> engines)
      : table(table), launch(std::move(launch)), options(options),
        engines(std::move(engines)) {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  llvm::Expected<RunResult>
  execute(Participant &engine, const NamedChange &change, double factor = 1);
  llvm::Error tryChange(unsigned number, NamedChange change);
  llvm::Expected<Trace> record(const NamedChange &change);
  llvm::Error compare(const NamedChange &change, const RunResult &expected,
                      Participant &engine, const RunResult &found);
  void complain(const NamedChange &change, const llvm::Twine &what);
  void summarize() const;

  const UnitTable &table;
  LaunchSpec launch;
  const Options &options;
  std::vector<Participant> engines;
  Recording reference;
  std::optional<RandomChanges> changes;
  std::map<std::string, unsigned> endings;
  /// How many changes led to runs that vary from time to time, to runs that the
  /// slower engine did not finish in time, and to runs that differ only in
  /// their output.
  unsigned unstable = 0, undecided = 0, unlike = 0;
  unsigned failures = 0;
};

} // namespace

static bool isSameTrace(const Trace &a, const Trace &b) {
  return llvm::equal(a.allEvents(), b.allEvents());
}

llvm::Error LiveSuite::run() {
  if (llvm::Error error =
          engines.front().engine->record(launch).moveInto(reference))
    return error;
  if (reference.trace.size() == 0)
    return llvm::Error::success();
  // All engines must stop a loop that no longer ends at the same event.
  launch.eventLimit = 3 * reference.trace.size() + 100;
  changes.emplace(table, reference.trace, options.seed);
  for (unsigned i = 0; i < options.random && failures < 5; ++i)
    if (!options.onlyPlan || i == *options.onlyPlan)
      if (llvm::Error error = tryChange(i, changes->draw(i)))
        return error;
  unsigned tolerated = options.random / 50 + 1;
  if (std::max({unstable, undecided, unlike}) > tolerated) {
    ++failures;
    errs() << "live-conformance: too much that can't be compared\n";
  }
  summarize();
  return llvm::Error::success();
}

llvm::Expected<RunResult> LiveSuite::execute(Participant &engine,
                                             const NamedChange &change,
                                             double factor) {
  launch.wallLimitSeconds = factor * engine.wallLimitSeconds;
  auto result = engine.engine->liveFlow()->executeLive(launch, change.changes);
  if (!result)
    return result;
  engine.seconds += result->seconds;
  ++engine.runs;
  return result;
}

void LiveSuite::complain(const NamedChange &change, const llvm::Twine &what) {
  ++failures;
  errs() << "live-conformance: " << change.name << ": " << what << "\n";
}

/// Records a changed run with all engines that can do so in time. The results
/// must be the same as without recording.
llvm::Expected<Trace> LiveSuite::record(const NamedChange &change) {
  std::optional<Recording> expected;
  for (Participant &each : engines) {
    if (each.every > 1 && expected && expected->trace.size() > 2000)
      continue;
    launch.wallLimitSeconds = each.wallLimitSeconds;
    auto recording =
        each.engine->liveFlow()->recordLive(launch, change.changes);
    if (!recording)
      return recording.takeError();
    if (timedOut(recording->result))
      break;
    if (!expected)
      expected = std::move(*recording);
    else if (!isSameTrace(expected->trace, recording->trace))
      complain(change,
               each.name + " records other events: " +
                   difference(table, expected->trace, recording->trace));
  }
  if (!expected)
    return Trace();
  auto plain = execute(engines.front(), change);
  if (!plain)
    return plain.takeError();
  bool isLost = std::holds_alternative<Diverged>(expected->result.ending);
  if (!isLost && !timedOut(*plain) &&
      plain->eventsExecuted != expected->result.eventsExecuted)
    complain(change, "recorded it has " +
                         llvm::Twine(expected->result.eventsExecuted) +
                         " events, else " + llvm::Twine(plain->eventsExecuted));
  return std::move(expected->trace);
}

llvm::Error LiveSuite::tryChange(unsigned number, NamedChange change) {
  if (number % 5 == 4 && change.changes.front().event) {
    auto changed = record(change);
    if (!changed)
      return changed.takeError();
    changes->extend(change, *changed);
  }
  const LiveChange &last = change.changes.back();
  if (last.event && number % 2 == 0)
    engines.front().engine->liveFlow()->focusLive(
        llvm::ArrayRef(change.changes).drop_back(), *last.event);
  std::optional<RunResult> expected;
  for (Participant &each : engines) {
    bool takesPart = options.onlyPlan || number % each.every == 0;
    if (!takesPart || (expected && timedOut(*expected)))
      continue;
    auto result = execute(each, change);
    if (!result)
      return result.takeError();
    if (!expected)
      expected = std::move(*result);
    else if (llvm::Error error = compare(change, *expected, each, *result))
      return error;
  }
  if (!expected)
    return llvm::Error::success();
  // This run must end, so it gets more time on a busy machine.
  if (change.isNull && timedOut(*expected)) {
    if (llvm::Error error =
            execute(engines.front(), change, /*factor=*/10).moveInto(expected))
      return error;
  }
  ++endings[describeEnding(expected->ending)];
  // A recording ends if a function is left in an unknown way, while runs in
  // live flow do not notice that.
  bool isAsRecorded =
      std::holds_alternative<Diverged>(reference.result.ending) ||
      sameObservation(*expected, reference.result) ||
      std::holds_alternative<Crashed>(expected->ending);
  if (change.isNull && !isAsRecorded)
    complain(change, describe(table, *expected) + "; recorded " +
                         describe(table, reference.result));
  return llvm::Error::success();
}

static bool isUnlike(const RunResult &expected, RunResult found) {
  found.standardOutput = expected.standardOutput;
  found.standardError = expected.standardError;
  return sameObservation(expected, found);
}

llvm::Error LiveSuite::compare(const NamedChange &change,
                               const RunResult &expected, Participant &engine,
                               const RunResult &found) {
  if (sameObservation(expected, found))
    return llvm::Error::success();
  if (isUnlike(expected, found)) {
    ++unlike;
    return llvm::Error::success();
  }
  if (timedOut(found)) {
    ++undecided;
    return llvm::Error::success();
  }
  for (unsigned i = 0; i < 20; ++i) {
    auto again = execute(engines.front(), change);
    if (!again)
      return again.takeError();
    if (!sameObservation(*again, expected)) {
      ++unstable;
      return llvm::Error::success();
    }
  }
  complain(change, engines.front().name + ": " + describe(table, expected) +
                       "; " + engine.name + ": " + describe(table, found));
  return llvm::Error::success();
}

void LiveSuite::summarize() const {
  outs() << reference.trace.size() << " events\n";
  for (const Participant &each : engines)
    outs() << "  " << each.name << ": " << each.runs << " runs, "
           << llvm::format("%.2f",
                           1000 * each.seconds / std::max(1u, each.runs))
           << " ms each\n";
  if (unstable + undecided + unlike != 0)
    outs() << "  " << unstable << " unstable, " << undecided << " undecided, "
           << unlike << " unlike\n";
  for (const auto &[ending, count] : endings)
    outs() << "  " << count << " " << ending << "\n";
}

// Engines

/// The first engine is the fastest; the others are compared with it.
static llvm::Expected<std::vector<Participant>>
enginesFor(const Options &options, const UnitTable &table) {
  std::vector<Participant> engines;
  for (llvm::StringRef name : {"native", "int3", "ptrace", "lldb"}) {
    if (!llvm::StringRef(options.engines).contains(name))
      continue;
    bool isDebugger = name == "lldb", isTraced = name == "ptrace";
    auto engine = isDebugger ? createLLDBEngine(table, {/*rewind=*/true})
                  : isTraced ? createTracedEngine(table)
                             : createNativeEngine(table, {name == "int3"});
    if (!engine)
      return engine.takeError();
    Participant participant;
    participant.name = name.str();
    participant.engine = std::move(*engine);
    participant.every = isDebugger ? std::max(1u, options.referenceEvery)
                        : isTraced ? 4
                                   : 1;
    participant.wallLimitSeconds = name == "native" ? 1 : 20;
    engines.push_back(std::move(participant));
  }
  if (!engines.empty())
    engines.front().every = 1;
  return std::move(engines);
}

static llvm::Expected<bool> check(const Subject &subject) {
  auto engines = enginesFor(subject.options, subject.table);
  if (!engines)
    return engines.takeError();
  return passes(LiveSuite(subject.table, subject.launch, subject.options,
                          std::move(*engines)));
}

int main(int count, char **values) {
  return checkProgram("live-conformance", count, values, check);
}
