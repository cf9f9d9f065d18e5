//===- PartialExecutionOracle.cpp - Tests by running ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/PartialExecutionOracle.h"
#include "pinstripe/Support/Error.h"
#include <chrono>

using namespace pinstripe;

static ConfigurationDigest digestOf(const EventSet &events) {
  Configuration set = Configuration::empty(events.size());
  for (unsigned index : events.set_bits())
    set.insert(Element{index});
  return set.digest();
}

llvm::Expected<Outcome>
PartialExecutionOracle::test(const Configuration &candidate) {
  EventSet included = parts.elements.executedEvents(candidate);
  ConfigurationDigest digest = digestOf(included);
  std::pair<uint64_t, uint64_t> key(digest.low, digest.high);
  auto known = cache.find(key);
  lastRan = known == cache.end();
  if (!lastRan) {
    ++counts.cached;
    return known->second;
  }
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<RunResult> run = execute(included);
  if (run.errorIsA<EngineError>()) {
    // A machine out of breath can let a debugger down once; hours of work
    // should not end with that.
    llvm::consumeError(run.takeError());
    run = execute(included);
  }
  // A machine that stands still for seconds looks like a program that hangs.
  if (run && std::holds_alternative<TimedOut>(run->ending))
    run = execute(included);
  if (!run)
    return run.takeError();
  result = std::move(*run);
  llvm::Expected<Outcome> outcome =
      judge(parts.predicate, parts.recorded, *result);
  if (!outcome)
    return outcome.takeError();
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  seconds.push_back(elapsed.count());
  count(*outcome);
  cache.emplace(key, *outcome);
  return *outcome;
}

llvm::Expected<RunResult>
PartialExecutionOracle::execute(const EventSet &included) {
  if (parts.prepareRun)
    if (llvm::Error error = parts.prepareRun())
      return error;
  return parts.engine.execute(parts.launch, parts.trace, included);
}

void PartialExecutionOracle::count(Outcome outcome) {
  ++counts.distinct;
  switch (outcome) {
  case Outcome::Pass:
    ++counts.pass;
    return;
  case Outcome::Fail:
    ++counts.fail;
    return;
  case Outcome::Unresolved:
    ++counts.unresolved;
    break;
  }
  const Ending &ending = result->ending;
  if (std::holds_alternative<TimedOut>(ending))
    ++counts.hang;
  else if (std::holds_alternative<LimitReached>(ending))
    ++counts.limit;
  else if (std::holds_alternative<Diverged>(ending))
    ++counts.divergence;
  else if (std::holds_alternative<Crashed>(ending))
    ++counts.crash;
  else
    ++counts.undecided;
}
