// Executes a harmful program many times, and inspects the host after each run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AdversarySuite.h"
#include "../conformance/Observation.h"
#include "Containment.h"
#include "HostLeftovers.h"
#include "pinstripe/Case/Engines.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::adversary;
using conformance::Plan;
using conformance::Policy;
using llvm::errs;
using llvm::outs;

/// If a program has failed this often, further failures show nothing new.
static constexpr unsigned maxFailures = 5;
static constexpr unsigned fullEvery = 20;
static constexpr double recordSeconds = 20;
static constexpr uint64_t outputLimit = 1 << 20;
/// A file that is read after each run. Programs may put anything there.
static constexpr const char *resultFile = "result.txt";
/// The text that a program prints when it got something that it must not get.
static constexpr const char *boast = "ESCAPED: ";

llvm::Error AdversarySuite::run() {
  if (!options.isUnconfined)
    if (llvm::Error error =
            makeSandbox(world.path("work"), resultFile).moveInto(sandbox))
      return error;
  auto chosen = createEngine(options.engine, table);
  if (!chosen)
    return chosen.takeError();
  engine = std::move(chosen->engine);
  llvm::Error error = record();
  if (!error)
    error = tryAll();
  engine.reset();
  sandbox.reset();
  inspector.forgetEngine();
  inspect("the end of the engine");
  endProcesses(world.mark());
  summarize();
  return error;
}

void AdversarySuite::inspect(const std::string &name) {
  std::vector<std::string> found = inspector.inspect();
  if (!found.empty())
    complain(name + ": " + llvm::join(found, "; "));
}

void AdversarySuite::summarize() const {
  outs() << reference.trace.size() << " events, " << executions
         << " executions, the longest took " << llvm::format("%.2f", slowest)
         << " s, " << engineErrors << " errors of the engine\n";
  for (const auto &[ending, count] : endings)
    outs() << "  " << count << " " << ending << "\n";
}

void AdversarySuite::complain(const llvm::Twine &what) {
  ++failures;
  errs() << "adversary: " << what << "\n";
}

/// Describes a run as a user would make it, but with short time limits, since
/// most of these programs would run forever.
LaunchSpec AdversarySuite::specFor(const Plan &plan) const {
  LaunchSpec spec;
  spec.program = spec.argument0 = options.program;
  spec.environment = runEnvironment(world.environment(), plan.policy.poison);
  spec.standardInput = "/dev/null";
  spec.workingDirectory = world.path("work");
  spec.flow = plan.policy.flow;
  spec.poison = plan.policy.poison;
  spec.unrecordedCalls = plan.policy.unrecordedCalls;
  spec.eventLimit = plan.eventLimit;
  spec.outputLimitBytes = spec.fileLimitBytes = outputLimit;
  spec.observedFiles = {resultFile};
  // Many of the programs wait for something that never happens. Under a
  // debugger, a run takes longer.
  spec.wallLimitSeconds = options.engine == "lldb" ? 1 : 0.4;
  spec.processorLimitSeconds = 0.1;
  spec.idleLimitSeconds = 0.1;
  spec.memoryLimitBytes = uint64_t(512) << 20;
  spec.processLimit = 20;
  spec.sandbox = sandbox;
  return spec;
}

/// Returns the description with longer time limits, for a run that must end by
/// itself.
static LaunchSpec withPatience(LaunchSpec spec) {
  spec.wallLimitSeconds = recordSeconds;
  spec.processorLimitSeconds = spec.idleLimitSeconds = 0;
  return spec;
}

llvm::Error AdversarySuite::prepareRun() const {
  return sandbox ? sandbox->prepareRun() : llvm::Error::success();
}

llvm::Error AdversarySuite::record() {
  auto recording = engine->record(withPatience(specFor({})));
  if (!recording)
    return recording.takeError();
  reference = std::move(*recording);
  if (!reference.result.exited())
    complain("the recorded run: " +
             conformance::describe(table, reference.result));
  inspector.noteEngine();
  inspect("the recorded run");
  return llvm::Error::success();
}

/// Returns the plan with the given number. Plans with the same policy follow
/// each other, since an engine has to start the program again for another
/// policy. In a third of the plans, calls that were not recorded are executed,
/// and nothing is skipped in them.
Plan AdversarySuite::planOf(const conformance::RandomPlans &plans,
                            unsigned number) const {
  Plan plan = plans.plan(number);
  bool isSecondBlock = number >= options.runs / 5 && number < options.runs / 2;
  if (isSecondBlock && plan.policy.flow == Flow::Trace)
    plan.policy = {Flow::Trace, UnrecordedCalls::Run, Poison::Pattern};
  if (plan.eventLimit == 0)
    plan.eventLimit = 10 * reference.trace.size() + 1000;
  return plan;
}

static bool isSame(const Policy &a, const Policy &b) {
  return a.flow == b.flow && a.unrecordedCalls == b.unrecordedCalls &&
         a.poison == b.poison;
}

llvm::Error AdversarySuite::tryAll() {
  conformance::RandomPlans plans(table, reference.trace, options.seed,
                                 options.runs, options.runs / 5);
  std::optional<Policy> last;
  for (unsigned i = 0; i < options.runs && failures < maxFailures; ++i) {
    if (options.onlyRun && i != *options.onlyRun)
      continue;
    Plan plan = planOf(plans, i);
    if (!last || !isSame(*last, plan.policy) || i % fullEvery == 0)
      if (llvm::Error error = tryFull(plan.policy))
        return error;
    last = plan.policy;
    if (llvm::Error error = tryPlan(plan))
      return error;
  }
  return last ? tryFull(*last) : llvm::Error::success();
}

/// Executes a plan. After an error of the engine, executes it once more, as the
/// tool does.
llvm::Expected<RunResult> AdversarySuite::execute(const Plan &plan) {
  LaunchSpec spec = specFor(plan);
  if (plan.events.isFull())
    spec = withPatience(spec);
  if (llvm::Error error = prepareRun())
    return error;
  auto result = engine->execute(spec, reference.trace, plan.events);
  if (result.errorIsA<EngineError>()) {
    ++engineErrors;
    errs() << "adversary: " << plan.name << ": once more after "
           << llvm::toString(result.takeError()) << "\n";
    if (llvm::Error error = prepareRun())
      return error;
    result = engine->execute(spec, reference.trace, plan.events);
  }
  if (result.errorIsA<EngineError>()) {
    complain(plan.name + ": " + llvm::toString(result.takeError()));
    result = RunResult{};
  }
  ++executions;
  if (result)
    judge(plan.name, *result);
  return result;
}

/// Checks for results that a run can never have, whatever the program has done.
void AdversarySuite::judge(const std::string &name, const RunResult &result) {
  llvm::StringRef text = result.standardError;
  size_t place = text.find(boast);
  if (place != llvm::StringRef::npos && !options.isUnconfined)
    complain(name + ": " + text.substr(place).split('\n').first);
  for (const auto &[path, content] : result.files)
    if (content && content->size() > outputLimit)
      complain(name + ": " + path + " has " + llvm::Twine(content->size()) +
               " bytes");
}

llvm::Error AdversarySuite::tryPlan(const Plan &plan) {
  Stopwatch watch;
  auto result = execute(plan);
  if (!result)
    return result.takeError();
  slowest = std::max(slowest, watch.seconds());
  ++endings[describeEnding(result->ending)];
  if (options.isVerbose)
    errs() << plan.name << ": " << llvm::format("%.3f", watch.seconds())
           << " s, " << conformance::describe(table, *result) << "\n";
  inspect(plan.name);
  return llvm::Error::success();
}

/// Executes all events. The program must do what was recorded, whatever the
/// runs before have done.
llvm::Error AdversarySuite::tryFull(const Policy &policy) {
  unsigned size = static_cast<unsigned>(reference.trace.size());
  Plan full{"the full configuration", EventSet(size, true), policy, 0};
  auto result = execute(full);
  if (!result)
    return result.takeError();
  if (!conformance::sameObservation(reference.result, *result, policy.poison))
    complain(full.name + ": " + conformance::describe(table, *result) +
             "; recorded " + conformance::describe(table, reference.result));
  inspector.noteEngine();
  return llvm::Error::success();
}
