// Remembers the outcomes of tests, so that no test is made twice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OUTCOMEMEMORY_H
#define PINSTRIPE_CIRCUMSTANCE_OUTCOMEMEMORY_H

#include "pinstripe/Circumstance/Materials.h"
#include "pinstripe/Circumstance/RunTester.h"
#include <map>
#include <optional>

namespace pinstripe {

/// Remembers the outcome of each test, by the materials of its run (what the
/// run is made of). So a test is not repeated if an earlier configuration had
/// the same materials, or if an earlier search made the test before it was
/// killed. All functions are called by the thread of the search. This class
/// remembers the tests of this process. Classes derived from it also store the
/// tests.
class OutcomeMemory {
public:
  virtual ~OutcomeMemory();
  std::optional<Outcome> find(const MaterialsKey &key) const;
  /// Remembers the outcome of a test. Has no effect if the outcome of a test
  /// with the same materials (such as the same input) is already known.
  virtual llvm::Error add(const MaterialsKey &key, const TestedRun &test);
  bool isEmpty() const { return outcomes.empty(); }

protected:
  void remember(const MaterialsKey &key, Outcome outcome) {
    outcomes.try_emplace(key, outcome);
  }

private:
  std::map<MaterialsKey, Outcome> outcomes;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OUTCOMEMEMORY_H
