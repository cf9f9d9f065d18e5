// Describes a case and its settings in words, for reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Program/CodePlace.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

llvm::StringRef pinstripe::flowName(Flow flow) {
  return flow == Flow::Guarded ? "guarded" : "trace";
}

std::vector<std::string>
pinstripe::describePredicates(const PredicateSpec &spec) {
  std::vector<std::string> result;
  auto addAll = [&](llvm::StringRef option,
                    llvm::ArrayRef<std::string> values) {
    for (const std::string &value : values)
      result.push_back(option.str() + " " +
                       quoteForShell(llvm::StringRef(value)));
  };
  if (spec.sameStdout || spec.isEmpty())
    result.push_back("--same-stdout");
  if (spec.sameStderr)
    result.push_back("--same-stderr");
  if (spec.sameExit)
    result.push_back("--same-exit");
  if (spec.sameCrash)
    result.push_back("--same-crash");
  addAll("--keep", spec.keep);
  addAll("--same-file", spec.sameFiles);
  addAll("--watch", spec.watches);
  addAll("--check", spec.checks);
  return result;
}

static CrashDescription crashOf(const RunResult &observation,
                                const UnitTable &table) {
  CrashDescription crash;
  crash.text = describeEnding(observation.ending, table);
  crash.message = crashMessage(observation);
  crash.bufferedOutput = observation.bufferedOutput;
  const auto *crashed = std::get_if<Crashed>(&observation.ending);
  if (!crashed)
    return crash;
  crash.signal = signalName(crashed->signal);
  crash.fault = faultName(crashed->fault).str();
  crash.usedAddress = crashed->usedAddress;
  crash.function = functionAt(table, crashed->place);
  if (std::optional<EntryId> entry = entryOfCode(table, crashed->place))
    crash.unit = table.entry(*entry).unit;
  return crash;
}

RunHeader pinstripe::headerOf(const RecordedCase &recorded,
                              const CaseRunner &runner) {
  return headerOf(recorded, runner, recorded.theCase.predicate,
                  recorded.launch.flow);
}

RunHeader pinstripe::headerOf(const CaseDirectory &directory, const Case &value,
                              const UnitTable &table, const Trace &trace,
                              const PredicateSpec &predicate, Flow flow) {
  const LaunchSpec &launch = value.launch;
  CaseDescription theCase;
  theCase.program = launch.argument0;
  theCase.arguments = launch.arguments;
  theCase.standardInput = launch.standardInput;
  for (const CaseModule &module : value.modules)
    theCase.modules.push_back(module.path);
  theCase.predicates = describePredicates(predicate);
  theCase.poison = poisonName(launch.poison).str();
  theCase.flow = flowName(flow).str();
  theCase.schedule = launch.schedule.value_or(0);
  theCase.caseDirectory = directory.path();
  theCase.writtenFiles = value.writtenFiles;
  return RunHeader{"", std::move(theCase), {}, table, trace};
}

RunHeader pinstripe::headerOf(const RecordedCase &recorded,
                              const CaseRunner &runner,
                              const PredicateSpec &predicate, Flow flow) {
  RunHeader header = headerOf(recorded.directory, recorded.theCase,
                              recorded.table, recorded.trace, predicate, flow);
  header.engine = runner.engineDescription();
  header.theCase.threads = recorded.observation.threads;
  if (hasCrashed(recorded.observation))
    header.crash = crashOf(recorded.observation, recorded.table);
  return header;
}
