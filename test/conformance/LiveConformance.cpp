// Compares live flow under all engines on one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: live-conformance [options] -- PROGRAM ARGUMENTS
//
// Records one run and repeats it with N random changes. All engines must give
// the same observations; LLDB, the reference, makes few of the runs. A change
// to what happened anyway must give what was recorded. If the value of a return
// is skipped, the caller uses whatever rax holds; a few programs then print
// bytes of their own code, which hooks have changed.

#include "ConformanceMain.h"
#include "Observation.h"
#include "Values.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <random>

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::errs;
using llvm::outs;

namespace {

struct NamedChange {
  std::vector<LiveChange> changes;
  std::string name;
  bool isNull = false; ///< the change leads where the recorded run went
};

/// Draws changes: those that searches for defects ask for, and jumps to
/// anywhere.
class RandomChanges {
public:
  RandomChanges(const UnitTable &table, const Trace &trace, unsigned seed)
      : table(table), trace(trace), graph(table, trace), numbers(table),
        seed(seed) {}

  NamedChange draw(unsigned number);
  /// Adds a change of a later event of the run that the changes so far have
  /// made. Returns false if there is no later event.
  bool extend(NamedChange &change, const Trace &changed);

private:
  size_t below(size_t limit) { return random() % limit; }
  FlowTarget targetOf(EntryId entry);
  FlowTarget recordedTarget(EventIndex event) const;
  FlowTarget fromGraph(EntryId successor) const {
    return successor == UnitGraph::exit ? FlowTarget() : FlowTarget{successor};
  }
  /// Draws a value to replace. Returns false if the statement names no number
  /// of its frame.
  bool replace(LiveChange &change, EventIndex event);
  /// Draws ranges of memory to overwrite before one execution of a statement,
  /// or before each. Returns false if the statement names no number of its
  /// frame.
  bool overwrite(LiveChange &change, EventIndex event);
  OverwrittenRange drawRange(llvm::ArrayRef<MemoryValue> places);
  std::string nameOf(const FlowTarget &target) const {
    return target.entry ? "'" + table.unitOf(*target.entry).text + "'" : "end";
  }
  std::string nameOf(const LiveChange &change) const;
  /// Draws a forced operand of an executed unit. The operand may not be reached
  /// there. Returns none if there is no operand.
  std::optional<LiveChange> force(bool isOfOneEvent);
  std::optional<OperandId> operandOf(EntryId entry);

  const UnitTable &table;
  const Trace &trace;
  UnitGraph graph;
  FrameNumbers numbers;
  unsigned seed;
  std::mt19937 random;
};

} // namespace

FlowTarget RandomChanges::targetOf(EntryId entry) {
  llvm::ArrayRef<EntryId> successors = graph.successors(entry);
  if (!successors.empty() && random() % 4 != 0)
    return fromGraph(successors[below(successors.size())]);
  std::vector<FlowTarget> targets(1); // the end of the function
  for (unsigned i = 0; i < table.entries.size(); ++i)
    if (table.entries[i].function == table.entry(entry).function)
      targets.push_back(FlowTarget{EntryId{i}});
  return targets[below(targets.size())];
}

/// Returns where control went after an event in the same invocation.
FlowTarget RandomChanges::recordedTarget(EventIndex event) const {
  CallEvents events = trace.eventsOf(trace.invocationOf(event));
  auto next = llvm::upper_bound(events, event);
  return next == events.end() ? FlowTarget() : FlowTarget{trace.entryOf(*next)};
}

bool RandomChanges::replace(LiveChange &change, EventIndex event) {
  llvm::ArrayRef<MemoryValue> places = numbers.at(change.entry);
  if (places.empty())
    return false;
  change.kind = random() % 3 != 0 ? LiveChange::Kind::ReplaceBefore
                                  : LiveChange::Kind::ReplaceAfter;
  change.event = event;
  change.memory = places[below(places.size())];
  uint64_t fitting = ~uint64_t(0) >> (64 - 8 * change.memory.size);
  // Mostly draw small numbers, positive or negative.
  uint64_t value = random() % 4 != 0 ? below(9) - 3 : random();
  change.memory.value = value & fitting;
  return true;
}

OverwrittenRange RandomChanges::drawRange(llvm::ArrayRef<MemoryValue> places) {
  // No program has memory there, so nothing may happen.
  if (random() % 8 == 0)
    return {false, 16, "nowhere"};
  const MemoryValue &place = places[below(places.size())];
  // Sometimes only some bytes of a number, or even none.
  size_t size = random() % 4 != 0 ? place.size : below(place.size + 1);
  bool isSmall = random() % 4 != 0;
  OverwrittenRange range{place.isInFrame, place.place, std::string(size, '\0')};
  for (char &byte : range.bytes)
    byte = static_cast<char>(
        isSmall && &byte != range.bytes.data() ? 0 : below(isSmall ? 9 : 256));
  return range;
}

bool RandomChanges::overwrite(LiveChange &change, EventIndex event) {
  llvm::ArrayRef<MemoryValue> places = numbers.at(change.entry);
  if (places.empty())
    return false;
  change.kind = LiveChange::Kind::Overwrite;
  if (random() % 3 != 0)
    change.event = event;
  for (size_t left = below(5); left != 0; --left)
    change.ranges.push_back(drawRange(places));
  return true;
}

NamedChange RandomChanges::draw(unsigned number) {
  random.seed(seed * 1000003u + number);
  NamedChange result;
  LiveChange change;
  EventIndex event{static_cast<uint32_t>(below(trace.size()))};
  change.entry = trace.event(event).entry;
  change.target = targetOf(change.entry);
  unsigned shape = random() % 16;
  if (shape > 12 && overwrite(change, event))
    result.isNull = change.ranges.empty();
  else if (shape > 9 && shape < 13 && replace(change, event))
    shape = 16;
  else if (shape < 6)
    change.event = event;
  if (shape == 0) {
    change.target = recordedTarget(event);
    result.isNull = true;
  } else if (shape == 5 || shape == 9) {
    change.kind = LiveChange::Kind::Omit;
  } else if (shape == 8) {
    change.inverse = targetOf(change.entry);
  }
  if (number % 3 == 2)
    if (std::optional<LiveChange> forced = force(shape < 6)) {
      change = *forced;
      result.isNull = false;
    }
  result.name = "change " + llvm::utostr(number) + ", " + nameOf(change);
  result.changes = {change};
  return result;
}

std::optional<OperandId> RandomChanges::operandOf(EntryId id) {
  const UnitEntry &entry = table.entry(id);
  std::vector<OperandId> operands;
  for (uint32_t i = 0; i < table.operands.size(); ++i)
    if (table.operands[i].unit == entry.unit &&
        table.operands[i].function == entry.function)
      operands.push_back(OperandId{i});
  if (operands.empty())
    return std::nullopt;
  return operands[below(operands.size())];
}

std::optional<LiveChange> RandomChanges::force(bool isOfOneEvent) {
  LiveChange change;
  change.kind = LiveChange::Kind::Force;
  change.value = static_cast<LiveChange::Value>(below(3));
  constexpr unsigned attempts = 100;
  for (unsigned i = 0; i < attempts; ++i) {
    EventIndex event{static_cast<uint32_t>(below(trace.size()))};
    change.entry = trace.event(event).entry;
    auto operand = operandOf(change.entry);
    if (!operand)
      continue;
    change.operand = *operand;
    if (isOfOneEvent)
      change.event = event;
    return change;
  }
  return std::nullopt;
}

bool RandomChanges::extend(NamedChange &change, const Trace &changed) {
  const std::optional<EventIndex> &last = change.changes.back().event;
  size_t first = last ? static_cast<size_t>(*last) + 1 : changed.size();
  if (first >= changed.size())
    return false;
  LiveChange next;
  // Mostly change an event that follows soon, since the run may be long.
  size_t left = changed.size() - first;
  size_t event =
      first + below(random() % 2 ? std::min<size_t>(left, 20) : left);
  next.event = EventIndex(static_cast<uint32_t>(event));
  next.entry = changed.event(*next.event).entry;
  next.target = targetOf(next.entry);
  if (random() % 3 == 0)
    next.kind = LiveChange::Kind::Omit;
  else if (auto operand = operandOf(next.entry)) {
    next.kind = LiveChange::Kind::Force;
    next.operand = *operand;
  }
  bool isOmission = next.kind == LiveChange::Kind::Omit;
  change.name += std::string(isOmission ? ", then omit " : ", then switch ") +
                 conformance::nameOf(table, changed, *next.event) + " -> " +
                 nameOf(next.target);
  if (next.kind == LiveChange::Kind::Force)
    change.name += " in '" + table.operand(next.operand).text + "'";
  change.changes.push_back(next);
  change.isNull = false;
  return true;
}

std::string RandomChanges::nameOf(const LiveChange &change) const {
  if (change.isReplacement())
    return "replace at " + conformance::nameOf(table, trace, *change.event) +
           ", rbp + " +
           llvm::itostr(static_cast<int64_t>(change.memory.place)) + ", " +
           llvm::utostr(change.memory.value);
  if (change.kind == LiveChange::Kind::Overwrite) {
    std::string name = "overwrite at ";
    name += change.event ? conformance::nameOf(table, trace, *change.event)
                         : "each '" + table.unitOf(change.entry).text + "'";
    for (const OverwrittenRange &range : change.ranges)
      name += (range.isInFrame ? ", rbp + " : ", ") +
              llvm::itostr(static_cast<int64_t>(range.place)) + " " +
              llvm::toHex(range.bytes);
    return name;
  }
  if (change.kind == LiveChange::Kind::Force)
    return "force '" + table.operand(change.operand).text + "' " +
           llvm::utostr(static_cast<unsigned>(change.value)) + ", " +
           (change.event ? conformance::nameOf(table, trace, *change.event)
                         : "each time");
  bool isOmission = change.kind == LiveChange::Kind::Omit;
  std::string name = isOmission ? "omit " : "switch ";
  name += change.event ? conformance::nameOf(table, trace, *change.event)
                       : "each '" + table.unitOf(change.entry).text + "'";
  name += " -> " + nameOf(change.target);
  if (change.inverse)
    name += ", inverse " + nameOf(*change.inverse);
  return name;
}

// The suite

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
  /// Number of changes whose runs vary from time to time, of changes whose runs
  /// the slower engine did not finish, and of changes whose runs differ in
  /// output only.
  unsigned unstable = 0, undecided = 0, unlike = 0;
  unsigned failures = 0;
};

} // namespace

static bool isSameTrace(const Trace &a, const Trace &b) {
  return llvm::equal(a.allEvents(), b.allEvents());
}

llvm::Error LiveSuite::run() {
  auto recording = engines.front().engine->record(launch);
  if (!recording)
    return recording.takeError();
  reference = std::move(*recording);
  if (reference.trace.size() == 0)
    return llvm::Error::success();
  // A loop that no longer ends must be stopped at the same event by all
  // engines.
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

/// Records a changed run with all engines that do so in time. The results must
/// be the same as without a recording.
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
      complain(change, each.name + " records other events");
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
  // This run must end, so give it more time on a busy machine.
  if (change.isNull && timedOut(*expected)) {
    auto again = execute(engines.front(), change, /*factor=*/10);
    if (!again)
      return again.takeError();
    expected = std::move(*again);
  }
  ++endings[describeEnding(expected->ending)];
  // A recording ends where a frame is lost, but live flow does not look at
  // frames.
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
  for (llvm::StringRef name : {"native", "int3", "lldb"}) {
    if (!llvm::StringRef(options.engines).contains(name))
      continue;
    bool isDebugger = name == "lldb";
    auto engine = isDebugger ? createLLDBEngine(table, {/*rewind=*/true})
                             : createNativeEngine(table, {name == "int3"});
    if (!engine)
      return engine.takeError();
    Participant participant;
    participant.name = name.str();
    participant.engine = std::move(*engine);
    participant.every = isDebugger ? std::max(1u, options.referenceEvery) : 1;
    participant.wallLimitSeconds = name == "native" ? 1 : 20;
    engines.push_back(std::move(participant));
  }
  return std::move(engines);
}

static llvm::Expected<bool> check(const Subject &subject) {
  auto engines = enginesFor(subject.options, subject.table);
  if (!engines)
    return engines.takeError();
  LiveSuite suite(subject.table, subject.launch, subject.options,
                  std::move(*engines));
  if (llvm::Error error = suite.run())
    return error;
  return !suite.failed();
}

int main(int count, char **values) {
  return checkProgram("live-conformance", count, values, check);
}
