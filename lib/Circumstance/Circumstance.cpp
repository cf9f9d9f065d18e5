// Defines members of the classes Circumstance, RunTester and OutcomeMemory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/OutcomeMemory.h"
#include "pinstripe/Circumstance/RunTester.h"

using namespace pinstripe;

Circumstance::~Circumstance() = default;
RunTester::~RunTester() = default;
OutcomeMemory::~OutcomeMemory() = default;

std::optional<Outcome> OutcomeMemory::find(const MaterialsKey &key) const {
  auto found = outcomes.find(key);
  return found == outcomes.end() ? std::nullopt : std::optional(found->second);
}

llvm::Error OutcomeMemory::add(const MaterialsKey &key, const TestedRun &test) {
  remember(key, test.outcome);
  return llvm::Error::success();
}
