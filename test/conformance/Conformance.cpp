//===- Conformance.cpp - One suite over every execution engine -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// conformance [--stdin FILE] [--random N] [--seed S] -- PROGRAM ARGUMENTS
//
// Records one run with every engine and executes the full, the empty and N
// random configurations, each twice. All engines must give the same trace and
// the same observations, and give them again. The first engine of the table
// is the reference; as it launches the program for each run, it takes part in
// every fifth random configuration only.
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <random>
#include <vector>

using namespace pinstripe;
using llvm::errs;
using llvm::outs;

namespace {

struct Arguments {
  std::string standardInput = "/dev/null";
  unsigned random = 200;
  unsigned seed = 1;
  std::vector<std::string> command;
};

struct NamedEngine {
  std::string name;
  std::unique_ptr<ExecutionEngine> engine;
  /// Of all its partial executions.
  unsigned runs = 0;
  double seconds = 0;
  uint64_t hits = 0;
};

std::optional<Arguments> parse(int count, char **values) {
  Arguments arguments;
  int i = 1;
  for (; i + 1 < count && llvm::StringRef(values[i]) != "--"; i += 2) {
    llvm::StringRef option(values[i]), value(values[i + 1]);
    if (option == "--stdin")
      arguments.standardInput = value.str();
    else if (option == "--random" && !value.getAsInteger(10, arguments.random))
      continue;
    else if (option == "--seed" && !value.getAsInteger(10, arguments.seed))
      continue;
    else if (option != "--stdin")
      return std::nullopt;
  }
  for (++i; i < count; ++i)
    arguments.command.push_back(values[i]);
  if (arguments.command.empty())
    return std::nullopt;
  return arguments;
}

std::string describe(const RunResult &result) {
  return describeEnding(result.ending) + ", " +
         std::to_string(result.eventsExecuted) + " events, stdout '" +
         llvm::StringRef(result.standardOutput).take_back(60).str() + "'";
}

bool sameEnding(const Ending &a, const Ending &b) {
  return describeEnding(a) == describeEnding(b);
}

bool sameObservation(const RunResult &a, const RunResult &b) {
  return sameEnding(a.ending, b.ending) &&
         a.standardOutput == b.standardOutput &&
         a.standardError == b.standardError &&
         a.eventsExecuted == b.eventsExecuted;
}

bool sameTrace(const Trace &a, const Trace &b) {
  auto sameEvent = [](const Event &x, const Event &y) {
    return x.entry == y.entry && x.invocation == y.invocation;
  };
  auto sameInvocation = [](const Invocation &x, const Invocation &y) {
    return x.function == y.function && x.caller == y.caller &&
           x.parent == y.parent;
  };
  return std::equal(a.allEvents().begin(), a.allEvents().end(),
                    b.allEvents().begin(), b.allEvents().end(), sameEvent) &&
         std::equal(a.allInvocations().begin(), a.allInvocations().end(),
                    b.allInvocations().begin(), b.allInvocations().end(),
                    sameInvocation);
}

/// Half, nine in ten, or all but a stretch of the events; pinned ones always.
EventSet randomEvents(std::mt19937 &random, const UnitTable &table,
                      const Trace &trace) {
  size_t size = trace.size();
  EventSet events(size);
  constexpr unsigned perThousand[] = {500, 900, 970};
  unsigned mode = random() % 3;
  for (size_t i = 0; i < size; ++i)
    if (random() % 1000 < perThousand[mode])
      events.set(i);
  if (mode == 2) {
    size_t first = random() % size, length = random() % (size / 4 + 1);
    for (size_t i = first; i < std::min(size, first + length); ++i)
      events.reset(i);
  }
  for (size_t i = 0; i < size; ++i)
    if (table.unitOf(trace.event(EventIndex(i)).entry).isPinned())
      events.set(i);
  return trace.feasible(events);
}

/// Everything one call of the program checks.
class Suite {
public:
  Suite(const UnitTable &table, const LaunchSpec &launch,
        std::vector<NamedEngine> engines)
      : table(table), launch(launch), engines(std::move(engines)) {}

  llvm::Error run(const Arguments &arguments);
  bool failed() const { return failures != 0; }

private:
  llvm::Error record();
  llvm::Error compare(const EventSet &events, llvm::StringRef what,
                      bool withReference);
  void complain(const llvm::Twine &what) {
    ++failures;
    errs() << "conformance: " << what << "\n";
  }

  const UnitTable &table;
  LaunchSpec launch;
  std::vector<NamedEngine> engines;
  Recording reference;
  std::map<std::string, unsigned> endings;
  unsigned failures = 0;
};

llvm::Error Suite::record() {
  for (NamedEngine &each : engines) {
    auto recording = each.engine->record(launch);
    if (!recording)
      return recording.takeError();
    if (&each == &engines.front()) {
      reference = std::move(*recording);
      continue;
    }
    if (!sameTrace(reference.trace, recording->trace))
      complain(each.name + ": another trace");
    if (!sameObservation(reference.result, recording->result))
      complain(each.name + ": another recorded observation");
  }
  return llvm::Error::success();
}

llvm::Error Suite::compare(const EventSet &events, llvm::StringRef what,
                           bool withReference) {
  std::optional<RunResult> expected;
  for (unsigned repeat = 0; repeat < 2; ++repeat)
    for (NamedEngine &each : engines) {
      if (!withReference && &each == &engines.front())
        continue;
      auto result = each.engine->execute(launch, reference.trace, events);
      if (result.errorIsA<EngineError>()) {
        errs() << "conformance: once more after "
               << llvm::toString(result.takeError()) << "\n";
        result = each.engine->execute(launch, reference.trace, events);
      }
      if (!result)
        return result.takeError();
      each.seconds += result->seconds;
      each.hits += result->breakpointHits;
      ++each.runs;
      if (!expected) {
        ++endings[describeEnding(result->ending)];
        expected = std::move(*result);
      } else if (!sameObservation(*expected, *result)) {
        complain(what + ", " + each.name + ", time " + llvm::Twine(repeat + 1) +
                 ": " + describe(*result) + "; expected " +
                 describe(*expected));
      }
    }
  if (what == "full configuration" &&
      !sameObservation(*expected, reference.result))
    complain("the full configuration shows " + describe(*expected) +
             "; recorded " + describe(reference.result));
  return llvm::Error::success();
}

llvm::Error Suite::run(const Arguments &arguments) {
  if (llvm::Error error = record())
    return error;
  size_t size = reference.trace.size();
  EventSet full(size, true);
  if (llvm::Error error = compare(full, "full configuration", true))
    return error;
  if (llvm::Error error =
          compare(reference.trace.feasible(EventSet(size)), "no event", true))
    return error;
  std::mt19937 random(arguments.seed);
  for (unsigned i = 0; i < arguments.random; ++i)
    if (llvm::Error error =
            compare(randomEvents(random, table, reference.trace),
                    "random configuration " + llvm::utostr(i), i % 5 == 0))
      return error;
  outs() << size << " events\n";
  for (const NamedEngine &each : engines)
    outs() << "  " << each.name << ": " << each.runs << " partial executions, "
           << llvm::format("%.1f", 1000 * each.seconds / each.runs)
           << " ms and " << llvm::format("%.1f", double(each.hits) / each.runs)
           << " breakpoint hits each\n";
  for (const auto &[ending, count] : endings)
    outs() << "  " << count << " " << ending << "\n";
  return llvm::Error::success();
}

llvm::Expected<bool> conform(const Arguments &arguments,
                             llvm::StringRef scratch) {
  auto table = buildUnitTable(arguments.command.front(), {});
  if (!table)
    return table.takeError();
  LaunchSpec launch;
  launch.program = table->programPath();
  launch.argument0 = arguments.command.front();
  launch.arguments.assign(arguments.command.begin() + 1,
                          arguments.command.end());
  launch.environment = runEnvironment({}, Poison::Pattern);
  launch.standardInput = arguments.standardInput;
  llvm::SmallString<256> folder;
  if (std::error_code code = llvm::sys::fs::current_path(folder))
    return llvm::errorCodeToError(code);
  launch.workingDirectory = folder.str().str();
  launch.wallLimitSeconds = 20;
  std::vector<NamedEngine> engines;
  for (bool rewind : {false, true}) {
    auto engine = createLLDBEngine(*table, {scratch.str(), rewind});
    if (!engine)
      return engine.takeError();
    engines.push_back(
        {rewind ? "lldb, rewinding" : "lldb, launching", std::move(*engine)});
  }
  Suite suite(*table, launch, std::move(engines));
  if (llvm::Error error = suite.run(arguments))
    return error;
  return !suite.failed();
}

} // namespace

int main(int count, char **values) {
  auto arguments = parse(count, values);
  if (!arguments) {
    errs() << "usage: conformance [--stdin FILE] [--random N] [--seed S] "
              "-- PROGRAM ARGUMENTS\n";
    return 2;
  }
  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("pinstripe-conformance", scratch))
    return 1;
  auto result = conform(*arguments, scratch);
  llvm::sys::fs::remove_directories(scratch);
  if (!result) {
    errs() << "conformance: " << llvm::toString(result.takeError()) << "\n";
    return 1;
  }
  return *result ? 0 : 1;
}
