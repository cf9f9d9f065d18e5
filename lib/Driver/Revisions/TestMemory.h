// Remembers the tests of a search with their details, and counts them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_TESTMEMORY_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_TESTMEMORY_H

#include "pinstripe/Circumstance/StoredOutcomes.h"

namespace pinstripe {

/// Remembers the outcomes of tests as StoredOutcomes does. Also remembers the
/// details of the tests that this process has made, such as the first error of
/// a build.
class TestMemory : public StoredOutcomes {
public:
  static llvm::Expected<std::unique_ptr<TestMemory>>
  open(const std::string &path, llvm::StringRef conditions, bool isFresh);

  llvm::Error add(const MaterialsKey &key, const TestedRun &test) override;
  /// Remembers a test only as long as this object lives. Used for the tests
  /// that every search makes at its beginning. It would be of no use to store
  /// them, since the next search makes them again in any case.
  void note(const MaterialsKey &key, const TestedRun &test) {
    remember(key, test.outcome);
    tests.try_emplace(key, test);
  }
  /// Returns the test of a state with its details; null if this process did not
  /// make the test.
  const TestedRun *seen(const MaterialsKey &key) const;
  /// Returns the tests that this process has made and stored.
  const std::vector<TestedRun> &made() const { return newTests; }

private:
  explicit TestMemory(StoredOutcomes outcomes)
      : StoredOutcomes(std::move(outcomes)) {}

  std::map<MaterialsKey, TestedRun> tests;
  std::vector<TestedRun> newTests;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_TESTMEMORY_H
