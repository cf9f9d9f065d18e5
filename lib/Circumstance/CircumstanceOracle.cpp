// Tests sets of elements that a failure may depend on, several sets at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/CircumstanceOracle.h"

using namespace pinstripe;

/// Returns what is needed to test a configuration: the materials of its run
/// (arguments, input and so on), and their hash. A configuration is a set of
/// elements that describes one run.
llvm::Expected<PlannedTest>
CircumstanceOracle::plan(const Configuration &candidate) {
  ConfigurationDigest digest = candidate.digest();
  for (const Recent &each : recent)
    if (each.digest == digest)
      return each.test;
  llvm::Expected<Materials> materials = circumstance.materialise(candidate);
  if (!materials)
    return materials.takeError();
  PlannedTest test = planTest(std::move(*materials));
  keep(digest, test);
  return test;
}

/// Remembers the test of a configuration (a set of elements, which describes
/// one run). Forgets the oldest tests if there are too many.
void CircumstanceOracle::keep(const ConfigurationDigest &digest,
                              const PlannedTest &test) {
  constexpr size_t maxTests = 64, maxBytes = size_t(32) << 20;
  recent.push_back({digest, test});
  recentBytes += test.materials->bytes();
  while (recent.size() > maxTests ||
         (recentBytes > maxBytes && recent.size() > 1)) {
    recentBytes -= recent.front().test.materials->bytes();
    recent.pop_front();
  }
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
    // The error can be ignored here. If the search needs this configuration, it
    // calls `test`, which meets the same error and returns it.
    llvm::consumeError(planned.takeError());
    return std::nullopt;
  }
  return memory.find(planned->key);
}

size_t CircumstanceOracle::prefetchDepth() {
  // A lane is a thread that makes tests. The search may name as many tests in
  // advance as there are lanes. With more, all lanes could be busy with
  // unlikely tests while the search waits for a test that it needs.
  return lanes.lanes() > 1 ? lanes.lanes() : 0;
}

void CircumstanceOracle::prefetch(llvm::ArrayRef<Configuration> candidates) {
  std::vector<PlannedTest> planned;
  for (const Configuration &candidate : candidates) {
    llvm::Expected<PlannedTest> test = plan(candidate);
    if (!test)
      // The error can be ignored here. If the search needs this configuration,
      // it calls `test`, which meets the same error and returns it.
      llvm::consumeError(test.takeError());
    else if (!memory.find(test->key))
      planned.push_back(std::move(*test));
  }
  lanes.expect(std::move(planned));
}
