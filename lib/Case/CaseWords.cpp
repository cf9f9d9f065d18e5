// Describes a case to people.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
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
  addAll("--keep", spec.keep);
  addAll("--same-file", spec.sameFiles);
  addAll("--watch", spec.watches);
  addAll("--check", spec.checks);
  return result;
}

CaseDescription pinstripe::describeCase(const RecordedCase &recorded) {
  return describeCase(recorded, recorded.theCase.predicate,
                      recorded.launch.flow);
}

CaseDescription pinstripe::describeCase(const RecordedCase &recorded,
                                        const PredicateSpec &predicate,
                                        Flow flow) {
  const LaunchSpec &launch = recorded.theCase.launch;
  CaseDescription result;
  result.program = launch.argument0;
  result.arguments = launch.arguments;
  result.standardInput = launch.standardInput;
  for (const CaseModule &module : recorded.theCase.modules)
    result.modules.push_back(module.path);
  result.predicates = describePredicates(predicate);
  result.poison = poisonName(launch.poison).str();
  result.flow = flowName(flow).str();
  result.caseDirectory = recorded.directory.path();
  result.writtenFiles = recorded.theCase.writtenFiles;
  return result;
}
