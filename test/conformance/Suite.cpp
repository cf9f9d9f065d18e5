// Executes one program with all engines and compares their results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Suite.h"
#include "Observation.h"
#include "Values.h"
#include "pinstripe/Analysis/StoreRecorder.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/PlainRuns.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::errs;
using llvm::outs;

/// If a program has failed this often, further failures show nothing new.
static constexpr unsigned maxFailures = 5;
/// One of this many plans may take too long for a slow engine. For example,
/// endless recursion ends only at the end of the stack.
static constexpr unsigned plansPerUndecided = 50;
/// One of this many plans may have varying results, because they depend on when
/// the kernel reads memory that the program has overwritten, such as the area
/// for restartable sequences.
static constexpr unsigned plansPerUnstable = 100;
/// The factor by which the time limit is larger for runs that must end, since
/// the machine may be busy.
static constexpr double patience = 10;

llvm::Error Suite::run() {
  if (llvm::Error error = record())
    return error;
  if (llvm::Error error = compareWithPlainRun())
    return error;
  if (llvm::Error error = recordStores())
    return error;
  if (options.valuesSeed != 0)
    launch.watches = watchesFor(table, reference.trace, options.valuesSeed);
  if (llvm::Error error = tryExtremes())
    return error;
  if (llvm::Error error = tryRandomPlans())
    return error;
  // After all these runs, further recordings must still give the same trace.
  if (!options.onlyPlan)
    for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Stale})
      if (llvm::Error error = recordAgain(poison))
        return error;
  if (undecided > options.random / plansPerUndecided + 1)
    complain(llvm::Twine(undecided) + " plans end within the time limit by " +
             "the faster engine alone");
  if (unstable > options.random / plansPerUnstable + 1)
    complain(llvm::Twine(unstable) +
             " plans end in different ways under one engine");
  summarize();
  return llvm::Error::success();
}

void Suite::complain(const llvm::Twine &what) {
  ++failures;
  errs() << "conformance: " << what << "\n";
}

LaunchSpec Suite::specFor(const Policy &policy) const {
  LaunchSpec spec = launch;
  spec.flow = policy.flow;
  spec.unrecordedCalls = policy.unrecordedCalls;
  spec.poison = policy.poison;
  spec.environment = withPoison(launch.environment, policy.poison);
  return spec;
}

/// Compares the results of two recordings. The native engine notices late that
/// a run can't be recorded any further, so the program may have printed more by
/// then.
static bool sameRecorded(const RunResult &recorded, const RunResult &other,
                         Poison poison = Poison::Pattern) {
  bool hasDiverged = std::holds_alternative<Diverged>(recorded.ending);
  return sameObservation(recorded, other, hasDiverged ? Poison::Stale : poison);
}

llvm::Error Suite::record() {
  for (NamedEngine &each : engines) {
    LaunchSpec spec = launch;
    spec.wallLimitSeconds = 10 * each.wallLimitSeconds;
    auto recording = each.engine->record(spec);
    if (!recording)
      return recording.takeError();
    if (&each == &engines.front()) {
      reference = std::move(*recording);
      if (options.whole &&
          std::holds_alternative<Diverged>(reference.result.ending))
        complain(each.name + " records a part of the run only, until " +
                 describe(table, reference.result));
      continue;
    }
    std::string other = difference(table, reference.trace, recording->trace);
    if (!other.empty())
      complain(each.name + " records another trace: " + other);
    if (!sameRecorded(reference.result, recording->result))
      complain(each.name + " records " + describe(table, recording->result) +
               "; expected " + describe(table, reference.result));
  }
  return llvm::Error::success();
}

/// Records the computed stores for guarded flow, with an engine that is able
/// to. If the program behaves differently this time, there are no computed
/// stores.
llvm::Error Suite::recordStores() {
  auto native = llvm::find_if(engines, [](const NamedEngine &each) {
    return each.engine->traits().instructions !=
           EngineTraits::InstructionRecording::None;
  });
  if (native == engines.end())
    return llvm::Error::success();
  auto code = DataCode::read(table);
  if (!code)
    return code.takeError();
  constexpr size_t most = 1 << 20;
  StoreRecorder recorder(table, *code, reference.trace, most);
  LaunchSpec spec = launch;
  spec.wallLimitSeconds = 10 * native->wallLimitSeconds;
  auto again = native->engine->recordInstructions(spec, *code, recorder);
  if (again.errorIsA<NativeRefusal>()) {
    outs() << "no computed stores: " << llvm::toString(again.takeError())
           << "\n";
    return llvm::Error::success();
  }
  if (!again)
    return again.takeError();
  bool isSame = difference(table, reference.trace, again->trace).empty();
  launch.computedStores = isSame ? recorder.take() : nullptr;
  return llvm::Error::success();
}

/// Checks that the recorded run is like a run without an engine.
llvm::Error Suite::compareWithPlainRun() {
  if (std::holds_alternative<Diverged>(reference.result.ending))
    return llvm::Error::success();
  PlainRunOptions runs;
  runs.repeat = 1;
  runs.scratchDirectory = scratch;
  runs.prepareRun = [this]() -> llvm::Error {
    for (const std::string &file : launch.observedFiles)
      if (std::error_code code = llvm::sys::fs::remove(file))
        return llvm::errorCodeToError(code);
    return llvm::Error::success();
  };
  auto plain = observePlainRuns(launch, runs);
  if (!plain)
    return plain.takeError();
  if (!samePlainObservation(plain->result, reference.result))
    complain("recorded " + describe(table, reference.result) +
             "; without an engine " + describe(table, plain->result));
  return llvm::Error::success();
}

/// Makes another recording with each engine that takes part in every plan.
llvm::Error Suite::recordAgain(Poison poison) {
  std::optional<Recording> expected;
  if (poison == launch.poison)
    expected = reference;
  for (NamedEngine &each : engines) {
    if (each.every != 1)
      continue;
    LaunchSpec spec = specFor({Flow::Trace, UnrecordedCalls::Diverge, poison});
    spec.wallLimitSeconds = 10 * each.wallLimitSeconds;
    auto recording = each.engine->record(spec);
    if (!recording)
      return recording.takeError();
    if (!expected) {
      expected = std::move(*recording);
      continue;
    }
    std::string other = difference(table, expected->trace, recording->trace);
    if (!other.empty() ||
        !sameRecorded(expected->result, recording->result, poison))
      complain(each.name + " records with poison " + poisonName(poison) + " " +
               describe(table, recording->result) + "; expected " +
               describe(table, expected->result) + "; " + other);
  }
  return llvm::Error::success();
}

llvm::Error Suite::tryExtremes() {
  unsigned size = static_cast<unsigned>(reference.trace.size());
  Participants all;
  for (NamedEngine &each : engines)
    all.push_back(&each);
  Plan full{"full plan", EventSet(size, true), {}, 0};
  for (NamedEngine &each : engines) {
    auto result = execute(each, full, patience);
    if (!result)
      return result.takeError();
    if (!sameRecorded(reference.result, *result))
      complain("full plan, " + each.name + ": " + describe(table, *result) +
               "; recorded " + describe(table, reference.result));
  }
  Plan empty{"empty plan", reference.trace.feasible(EventSet(size)), {}, 0};
  if (llvm::Error error = tryPlan(empty, all))
    return error;
  return tryFullGuarded();
}

/// Executes all events in guarded flow, where the program itself decides.
llvm::Error Suite::tryFullGuarded() {
  unsigned size = static_cast<unsigned>(reference.trace.size());
  for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Large}) {
    Plan plan{"full plan, guarded, poison " + poisonName(poison).str(),
              EventSet(size, true),
              {Flow::Guarded, UnrecordedCalls::Diverge, poison},
              0};
    Participants participants;
    for (NamedEngine &each : engines)
      if (poison == launch.poison || each.every == 1)
        participants.push_back(&each);
    if (llvm::Error error = tryPlan(plan, participants))
      return error;
    auto result = execute(engines.back(), plan, patience);
    if (!result)
      return result.takeError();
    if (poison == launch.poison && !sameRecorded(reference.result, *result))
      complain(plan.name + ": " + describe(table, *result) + "; recorded " +
               describe(table, reference.result));
  }
  return llvm::Error::success();
}

llvm::Error Suite::tryRandomPlans() {
  RandomPlans plans(table, reference.trace, options.seed, options.random,
                    options.guarded ? options.random : options.random / 4);
  for (unsigned i = 0; i < options.random && failures < maxFailures; ++i) {
    if (options.onlyPlan && i != *options.onlyPlan)
      continue;
    Plan plan = plans.plan(i);
    Participants participants;
    for (NamedEngine &each : engines)
      if (options.onlyPlan || i % each.every == 0)
        participants.push_back(&each);
    if (llvm::Error error = tryPlan(plan, participants))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<RunResult> Suite::execute(NamedEngine &engine, const Plan &plan,
                                         double factor) {
  LaunchSpec spec = specFor(plan.policy);
  spec.eventLimit = plan.eventLimit;
  spec.wallLimitSeconds = factor * engine.wallLimitSeconds;
  auto result = engine.engine->execute(spec, reference.trace, plan.events);
  if (engine.isDebugger && result.errorIsA<EngineError>()) {
    errs() << "conformance: once more after "
           << llvm::toString(result.takeError()) << "\n";
    result = engine.engine->execute(spec, reference.trace, plan.events);
  }
  if (!result)
    return result.takeError();
  engine.seconds += result->seconds;
  engine.hits += result->breakpointHits;
  ++engine.runs;
  return result;
}

/// Compares the results of two engines. If one of the runs has reached the time
/// limit, gives it more time. If the slower engine still does not finish, the
/// comparison is undecided.
llvm::Expected<bool> Suite::agree(NamedEngine &a, NamedEngine &b,
                                  const Plan &plan, RunResult &fromA,
                                  RunResult &fromB) {
  for (auto [engine, own, other] :
       {std::tuple(&a, &fromA, &fromB), std::tuple(&b, &fromB, &fromA)}) {
    if (!timedOut(*own) || timedOut(*other))
      continue;
    auto again = execute(*engine, plan, patience);
    if (!again)
      return again.takeError();
    *own = std::move(*again);
    bool isSlower = engine->slowness > (engine == &a ? b : a).slowness;
    if (isSlower && timedOut(*own)) {
      ++undecided;
      return true;
    }
  }
  return sameObservation(fromA, fromB, plan.policy.poison);
}

/// Returns a text about the first value that differs, such as "; value of 12:5
/// 'x = y': 0a000000 and 0b000000".
std::string Suite::differentValue(const RunResult &a,
                                  const RunResult &b) const {
  for (size_t i = 0; i < a.values.size() && i < b.values.size(); ++i) {
    if (a.values[i] == b.values[i])
      continue;
    const Watch &watch = (*launch.watches)[i];
    const StatementUnit &unit = table.unitOf(watch.places.front().entry);
    auto nameOf = [](const WatchedValue &value) {
      return (value.bytes ? llvm::toHex(*value.bytes) : "none") + " of " +
             std::to_string(value.executions);
    };
    return "; value " + std::to_string(i) +
           (watch.isAfter ? " after " : " at ") +
           std::to_string(unit.range.line) + " '" + unit.text +
           "': " + nameOf(a.values[i]) + " and " + nameOf(b.values[i]);
  }
  return "";
}

/// Returns whether an engine gives both results if the plan is repeated. For a
/// debugger, this is an error.
llvm::Expected<bool> Suite::isUnstable(NamedEngine &engine, const Plan &plan,
                                       const RunResult &own,
                                       const RunResult &other) {
  constexpr unsigned repetitions = 20;
  bool hasOwn = false, hasOther = false;
  for (unsigned i = 0; i < repetitions && !(hasOwn && hasOther); ++i) {
    auto result = execute(engine, plan);
    if (!result)
      return result.takeError();
    hasOwn |= sameObservation(*result, own, plan.policy.poison);
    hasOther |= sameObservation(*result, other, plan.policy.poison);
  }
  return hasOwn && hasOther;
}

llvm::Error Suite::tryPlan(const Plan &plan, const Participants &participants) {
  NamedEngine *first = nullptr;
  std::optional<RunResult> expected;
  // The fast engines are last in the list and run first. If a fast engine
  // reaches the time limit, a debugger would reach it, too.
  for (NamedEngine *each : llvm::reverse(participants)) {
    if (expected && timedOut(*expected) && each->isDebugger)
      break;
    auto result = execute(*each, plan);
    if (!result)
      return result.takeError();
    if (!expected) {
      expected = std::move(*result);
      first = each;
      continue;
    }
    auto same = agree(*first, *each, plan, *expected, *result);
    if (!same)
      return same.takeError();
    if (*same)
      continue;
    if (!first->isDebugger && !each->isDebugger) {
      auto firstVaries = isUnstable(*first, plan, *expected, *result);
      auto otherVaries = isUnstable(*each, plan, *result, *expected);
      if (!firstVaries || !otherVaries)
        return llvm::joinErrors(firstVaries.takeError(),
                                otherVaries.takeError());
      unstable += *firstVaries || *otherVaries;
      if (*firstVaries || *otherVaries)
        continue;
    }
    complain(plan.name + ", " + first->name + ": " +
             describe(table, *expected) + "; " + each->name + ": " +
             describe(table, *result) + differentValue(*expected, *result));
    return explain(*first, *each, plan);
  }
  if (expected)
    ++endings[std::holds_alternative<DecidedOtherwise>(expected->ending)
                  ? "a condition decided otherwise"
                  : describeEnding(expected->ending)];
  return llvm::Error::success();
}

/// Adds events to a plan as long as two engines disagree. Then prints the
/// events that are left out.
llvm::Error Suite::explain(NamedEngine &a, NamedEngine &b, Plan plan) {
  unsigned tries = a.isDebugger || b.isDebugger ? 60 : 1000;
  auto dropped = [&plan] {
    std::vector<unsigned> events;
    for (unsigned i = 0; i < plan.events.universe(); ++i)
      if (!plan.events.contains(EventIndex{i}))
        events.push_back(i);
    return events;
  };
  for (size_t length = dropped().size(); length > 0 && tries > 0; length /= 2)
    for (size_t first = 0; first < dropped().size() && tries > 0; --tries) {
      std::vector<unsigned> events = dropped();
      Plan larger = plan;
      for (size_t i = first; i < std::min(first + length, events.size()); ++i)
        larger.events.insert(EventIndex{events[i]});
      larger.events = reference.trace.feasible(larger.events);
      auto fromA = execute(a, larger), fromB = execute(b, larger);
      if (!fromA || !fromB)
        return llvm::joinErrors(fromA.takeError(), fromB.takeError());
      auto same = agree(a, b, larger, *fromA, *fromB);
      if (!same)
        return same.takeError();
      if (*same || larger.events == plan.events) {
        first += length;
        continue;
      }
      plan = larger;
    }
  std::vector<unsigned> events = dropped();
  errs() << "  they disagree without " << events.size() << " of "
         << plan.events.universe() << " events:\n";
  for (unsigned event : llvm::ArrayRef(events).take_front(10))
    errs() << "    " << nameOf(table, reference.trace, EventIndex{event})
           << "\n";
  auto fromA = execute(a, plan), fromB = execute(b, plan);
  if (!fromA || !fromB)
    return llvm::joinErrors(fromA.takeError(), fromB.takeError());
  errs() << "    " << a.name << ": " << describe(table, *fromA) << "\n    "
         << b.name << ": " << describe(table, *fromB) << "\n";
  return llvm::Error::success();
}

void Suite::summarize() const {
  outs() << reference.trace.size() << " events, "
         << (launch.computedStores ? launch.computedStores->size() : 0)
         << " computed stores\n";
  for (const NamedEngine &each : engines)
    outs() << "  " << each.name << ": " << each.runs << " partial executions, "
           << llvm::format("%.2f", 1000 * each.seconds / each.runs)
           << " ms and " << llvm::format("%.1f", double(each.hits) / each.runs)
           << " breakpoint hits each\n";
  if (undecided != 0)
    outs() << "  " << undecided << " undecided: too long for the slower one\n";
  if (unstable != 0)
    outs() << "  " << unstable << " unstable: one engine, several ends\n";
  for (const auto &[ending, count] : endings)
    outs() << "  " << count << " " << ending << "\n";
}
