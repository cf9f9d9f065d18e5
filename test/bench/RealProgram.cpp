// Checks the native engine on a real program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: realProgram [--stdin FILE] [-p DIR] [--random N] [--plan K] -- PROGRAM
// ARGUMENTS
//
// Runs the program plainly, records it, executes all its events, then N random
// sets of them, with the native engine as it is and with int3 patches only.
// Outputs must be the same, byte for byte. Prints a line of JSON from which
// real/run.sh makes a table. With --plan, looks for the fewest events without
// which the two engines disagree, beginning with the K-th set.

#include "PlainRun.h"
#include "Rounds.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <random>

using namespace pinstripe;
using pinstripe::bench::Samples;

namespace {

struct Arguments {
  std::string standardInput = "/dev/null";
  std::string compilationDatabase;
  unsigned random = 500;
  std::optional<unsigned> plan;
  std::vector<std::string> command;
};

std::optional<Arguments> parse(int count, char **values) {
  Arguments arguments;
  int i = 1;
  for (; i + 1 < count && llvm::StringRef(values[i]) != "--"; i += 2) {
    llvm::StringRef option(values[i]), value(values[i + 1]);
    if (option == "--stdin")
      arguments.standardInput = value.str();
    else if (option == "-p")
      arguments.compilationDatabase = value.str();
    else if (option == "--plan" &&
             !value.getAsInteger(10, arguments.plan.emplace()))
      continue;
    else if (option != "--random" || value.getAsInteger(10, arguments.random))
      return std::nullopt;
  }
  for (++i; i < count; ++i)
    arguments.command.push_back(values[i]);
  if (arguments.command.empty())
    return std::nullopt;
  return arguments;
}

/// Draws a random plan. A sparse plan makes the program end early. A dense
/// plan, or one that leaves out a single stretch of events, lets it run far.
EventSet randomPlan(std::mt19937 &random, const UnitTable &table,
                    const Trace &trace) {
  size_t size = trace.size();
  EventSet plan(size, true);
  constexpr unsigned leftOutOfTenThousand[] = {5000, 1000, 100, 10, 1, 0};
  unsigned share = leftOutOfTenThousand[random() % 6];
  for (size_t i = 0; i < size; ++i)
    if (random() % 10'000 < share)
      plan.erase(EventIndex(i));
  if (share == 0) {
    size_t first = random() % size, length = random() % (size / 8 + 1);
    plan.eraseRange(EventIndex(first),
                    EventIndex(std::min(size, first + length + 1)));
  }
  for (size_t i = 0; i < size; ++i)
    if (table.unitOf(trace.event(EventIndex(i)).entry).isPinned())
      plan.insert(EventIndex(i));
  return trace.feasible(plan);
}

bool sameObservation(const RunResult &a, const RunResult &b) {
  return describeEnding(a.ending) == describeEnding(b.ending) &&
         a.standardOutput == b.standardOutput &&
         a.standardError == b.standardError &&
         a.eventsExecuted == b.eventsExecuted;
}

std::string describe(const RunResult &result) {
  return describeEnding(result.ending) + ", " +
         std::to_string(result.eventsExecuted) + " events, " +
         std::to_string(result.standardOutput.size()) + " bytes of output";
}

/// Checks one program.
class RealProgram {
public:
  RealProgram(const Arguments &arguments, const std::string &scratch)
      : arguments(arguments), scratch(scratch) {}
  llvm::Error run();
  bool failed() const { return failures != 0; }
  llvm::json::Object report;

private:
  llvm::Error prepare();
  llvm::Error runPlainly();
  llvm::Error record();
  llvm::Error executeAll();
  llvm::Error executeRandom();
  llvm::Error repeat(const EventSet &plan);
  llvm::Error explain(EventSet plan);
  llvm::Expected<bool> agrees(const EventSet &plan);
  llvm::Expected<RunResult> execute(ExecutionEngine &engine,
                                    const EventSet &plan, Samples &samples);
  void expectSame(const llvm::Twine &what, const RunResult &expected,
                  const RunResult &result) {
    if (sameObservation(expected, result))
      return;
    ++failures;
    llvm::errs() << "realProgram: " << what << ": " << describe(result)
                 << "; expected " << describe(expected) << "\n";
  }

  const Arguments &arguments;
  std::string scratch;
  UnitTable table;
  LaunchSpec launch;
  std::unique_ptr<ExecutionEngine> patched, traps;
  RunResult plain;
  Recording recording;
  Samples plainTimes, recordTimes, recordWholeTimes, fullTimes, randomTimes,
      trapTimes;
  unsigned failures = 0;
};

} // namespace

llvm::Error RealProgram::prepare() {
  double seconds = 0;
  auto built = bench::timed(seconds, [&] {
    return buildUnitTable(arguments.command.front(),
                          {arguments.compilationDatabase});
  });
  if (!built)
    return built.takeError();
  table = std::move(*built);
  report["units"] = table.units.size();
  report["units_s"] = seconds;
  launch.program = table.programPath();
  launch.argument0 = arguments.command.front();
  launch.arguments.assign(arguments.command.begin() + 1,
                          arguments.command.end());
  launch.environment = runEnvironment({}, Poison::Pattern);
  launch.standardInput = arguments.standardInput;
  launch.wallLimitSeconds = 60;
  llvm::SmallString<256> folder;
  if (std::error_code code = llvm::sys::fs::current_path(folder))
    return llvm::errorCodeToError(code);
  launch.workingDirectory = folder.str().str();
  for (bool trapsOnly : {false, true}) {
    NativeEngineOptions options;
    options.trapsOnly = trapsOnly;
    auto engine = createNativeEngine(table, options);
    if (!engine)
      return engine.takeError();
    (trapsOnly ? traps : patched) = std::move(*engine);
  }
  return llvm::Error::success();
}

llvm::Error RealProgram::runPlainly() {
  SubprocessSpec spec;
  spec.program = launch.program;
  spec.argument0 = launch.argument0;
  spec.arguments = launch.arguments;
  spec.environment = launch.environment;
  spec.standardInput = launch.standardInput;
  spec.standardOutput = scratch + "/plain.stdout";
  spec.standardError = scratch + "/plain.stderr";
  spec.wallLimitSeconds = launch.wallLimitSeconds;
  auto result = runToEnd(spec);
  if (!result)
    return result.takeError();
  llvm::Expected<double> seconds =
      bench::timePlainRun(launch, scratch + "/timed.stdout");
  if (!seconds)
    return seconds.takeError();
  plainTimes.add(*seconds);
  plain.ending = Exited{result->status};
  plain.standardOutput = result->standardOutput;
  plain.standardError = result->standardError;
  if (result->ending == SubprocessResult::Ending::Exited)
    return llvm::Error::success();
  return llvm::make_error<TargetError>("the plain run does not exit");
}

llvm::Error RealProgram::record() {
  for (unsigned round = 0; round < 9; ++round) {
    if (llvm::Error error = runPlainly())
      return error;
    double seconds = 0;
    auto made = bench::timed(seconds, [&] { return patched->record(launch); });
    if (!made)
      return made.takeError();
    recording = std::move(*made);
    recordWholeTimes.add(seconds);
    recordTimes.add(recording.result.seconds);
    plain.eventsExecuted = recording.result.eventsExecuted;
    expectSame("recording", plain, recording.result);
  }
  auto byTraps = traps->record(launch);
  if (!byTraps)
    return byTraps.takeError();
  expectSame("recording by int3", recording.result, byTraps->result);
  if (!llvm::equal(recording.trace.allEvents(), byTraps->trace.allEvents())) {
    ++failures;
    llvm::errs() << "realProgram: recording by int3: another trace, "
                 << byTraps->trace.size() << " events instead of "
                 << recording.trace.size() << "\n";
  }
  report["events"] = recording.trace.size();
  report["invocations"] = recording.trace.allInvocations().size();
  return llvm::Error::success();
}

llvm::Expected<RunResult> RealProgram::execute(ExecutionEngine &engine,
                                               const EventSet &plan,
                                               Samples &samples) {
  double seconds = 0;
  auto result = bench::timed(
      seconds, [&] { return engine.execute(launch, recording.trace, plan); });
  samples.add(seconds);
  return result;
}

llvm::Error RealProgram::executeAll() {
  EventSet all(recording.trace.size(), true);
  for (unsigned round = 0; round < 20; ++round) {
    auto result = execute(*patched, all, fullTimes);
    if (!result)
      return result.takeError();
    expectSame("all events", recording.result, *result);
  }
  Samples unused;
  auto result = execute(*traps, all, unused);
  if (!result)
    return result.takeError();
  expectSame("all events by int3", recording.result, *result);
  return llvm::Error::success();
}

llvm::Error RealProgram::repeat(const EventSet &plan) {
  Samples unused;
  for (unsigned round = 0; round < 5; ++round)
    for (ExecutionEngine *engine : {patched.get(), traps.get()}) {
      auto result = execute(*engine, plan, unused);
      if (!result)
        return result.takeError();
      llvm::errs() << (engine == traps.get() ? "  int3:    " : "  patched: ")
                   << describe(*result) << "\n";
    }
  return llvm::Error::success();
}

llvm::Expected<bool> RealProgram::agrees(const EventSet &plan) {
  Samples unused;
  auto fast = execute(*patched, plan, unused);
  if (!fast)
    return fast.takeError();
  auto slow = execute(*traps, plan, unused);
  if (!slow)
    return slow.takeError();
  return sameObservation(*fast, *slow);
}

/// Adds events to the plan as long as the engines still disagree. Then prints
/// the events that are left out.
llvm::Error RealProgram::explain(EventSet plan) {
  EventSet left = plan;
  left.flip();
  for (size_t size = left.count() / 2 + 1; size != 0; size /= 2) {
    std::vector<EventIndex> omitted(left.begin(), left.end());
    for (size_t first = 0; first < omitted.size(); first += size) {
      EventSet fewer = left;
      for (size_t i = first; i < std::min(omitted.size(), first + size); ++i)
        fewer.erase(omitted[i]);
      EventSet candidate = fewer;
      candidate.flip();
      auto same = agrees(recording.trace.feasible(candidate));
      if (!same)
        return same.takeError();
      if (!*same)
        left = fewer;
    }
  }
  for (EventIndex index : left) {
    Event event = recording.trace.event(index);
    const StatementUnit &unit = table.unitOf(event.entry);
    llvm::errs() << "  left out: " << static_cast<uint32_t>(index) << " "
                 << table.displayPath(unit.range.file) << ":" << unit.range.line
                 << " " << unit.text << "\n";
  }
  left.flip();
  plan = recording.trace.feasible(left);
  if (llvm::Error error = repeat(plan))
    return error;
  auto lldb = createLLDBEngine(table, {true});
  if (!lldb)
    return lldb.takeError();
  launch.wallLimitSeconds = 600;
  Samples unused;
  auto result = execute(**lldb, plan, unused);
  if (!result)
    return result.takeError();
  llvm::errs() << "  lldb:    " << describe(*result) << "\n";
  return llvm::Error::success();
}

llvm::Error RealProgram::executeRandom() {
  std::mt19937 random(1);
  std::map<std::string, unsigned> endings;
  for (unsigned i = 0; i < arguments.random; ++i) {
    EventSet plan = randomPlan(random, table, recording.trace);
    if (arguments.plan && i != *arguments.plan)
      continue;
    if (arguments.plan)
      return explain(plan);
    auto fast = execute(*patched, plan, randomTimes);
    if (!fast)
      return fast.takeError();
    auto slow = execute(*traps, plan, trapTimes);
    if (!slow)
      return slow.takeError();
    expectSame("random plan " + llvm::Twine(i) + ", int3", *fast, *slow);
    ++endings[describeEnding(fast->ending)];
  }
  llvm::json::Object counts;
  for (const auto &[ending, count] : endings)
    counts[ending] = count;
  report["random_endings"] = std::move(counts);
  report["random"] = arguments.random;
  return llvm::Error::success();
}

llvm::Error RealProgram::run() {
  for (auto step : {&RealProgram::prepare, &RealProgram::record,
                    &RealProgram::executeAll, &RealProgram::executeRandom})
    if (llvm::Error error = (this->*step)())
      return error;
  auto milliseconds = [&](llvm::StringRef name, const Samples &samples) {
    if (!samples.empty())
      report[name] = 1000 * samples.median();
  };
  milliseconds("plain_ms", plainTimes);
  milliseconds("record_ms", recordTimes);
  milliseconds("record_whole_ms", recordWholeTimes);
  milliseconds("full_ms", fullTimes);
  milliseconds("random_ms", randomTimes);
  milliseconds("random_int3_ms", trapTimes);
  report["failures"] = failures;
  return llvm::Error::success();
}

int main(int count, char **values) {
  auto arguments = parse(count, values);
  if (!arguments) {
    llvm::errs()
        << "usage: realProgram [--stdin FILE] [-p DIR] [--random N] [--plan K] "
           "-- PROGRAM ARGUMENTS\n";
    return 2;
  }
  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("pinstripe-real", scratch))
    return 1;
  RealProgram program(*arguments, scratch.str().str());
  llvm::Error error = program.run();
  llvm::sys::fs::remove_directories(scratch);
  if (error) {
    llvm::errs() << "realProgram: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }
  llvm::outs() << llvm::json::Value(std::move(program.report)) << "\n";
  return program.failed() ? 1 : 0;
}
