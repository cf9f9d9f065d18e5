// Tests the configurations of a circumstance, on several lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/CircumstanceOracle.h"

using namespace pinstripe;

/// Returns the materials of a configuration, with their key.
llvm::Expected<PlannedTest>
CircumstanceOracle::plan(const Configuration &candidate) {
  llvm::Expected<Materials> materials = circumstance.materialise(candidate);
  if (!materials)
    return materials.takeError();
  MaterialsKey key = materials->key();
  return PlannedTest{key,
                     std::make_shared<const Materials>(std::move(*materials))};
}

llvm::Expected<Outcome>
CircumstanceOracle::test(const Configuration &candidate) {
  llvm::Expected<PlannedTest> planned = plan(candidate);
  if (!planned)
    return planned.takeError();
  if (std::optional<Outcome> outcome = memory.find(planned->key)) {
    ++theCounts.remembered;
    return *outcome;
  }
  llvm::Expected<std::optional<TestedRun>> tested = lanes.take(*planned);
  if (!tested)
    return tested.takeError();
  if (!*tested)
    return Outcome::Unresolved;
  const TestedRun &run = **tested;
  ++theCounts.made;
  if (run.outcome == Outcome::Unresolved)
    ++theCounts.causes[run.cause];
  if (llvm::Error error = memory.add(planned->key, run))
    return error;
  return run.outcome;
}

std::optional<Outcome>
CircumstanceOracle::known(const Configuration &candidate) {
  if (memory.isEmpty())
    return std::nullopt;
  llvm::Expected<PlannedTest> planned = plan(candidate);
  if (!planned) {
    // If the search really needs this configuration, `test` returns the error.
    llvm::consumeError(planned.takeError());
    return std::nullopt;
  }
  return memory.find(planned->key);
}

size_t CircumstanceOracle::prefetchDepth() {
  // Twice as many tests as lanes are announced, so that no lane waits while the
  // search thinks.
  return lanes.lanes() > 1 ? 2 * lanes.lanes() : 0;
}

void CircumstanceOracle::prefetch(llvm::ArrayRef<Configuration> candidates) {
  std::vector<PlannedTest> planned;
  for (const Configuration &candidate : candidates) {
    llvm::Expected<PlannedTest> test = plan(candidate);
    if (!test)
      // As in `known`, the error comes up again if it matters.
      llvm::consumeError(test.takeError());
    else if (!memory.find(test->key))
      planned.push_back(std::move(*test));
  }
  lanes.expect(std::move(planned));
}
