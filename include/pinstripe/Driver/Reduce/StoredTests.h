// The stored tests of earlier reductions of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H

#include "pinstripe/Case/ExpectedRuns.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/TestTally.h"
#include "pinstripe/Store/TestDatabase.h"
#include <map>

namespace pinstripe {

/// The conditions of a test: all that its outcome depends on besides the
/// events. The same events under other conditions are another test.
struct TestConditions {
  PredicateSpec predicate = {};
  Poison poison = Poison::Pattern;
  Flow flow = Flow::Trace;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// True if skipped events also poison places that only a run can tell.
  bool poisonsComputedStores = false;
  std::vector<std::string> limits = {}; ///< "memory=2G"
  /// The name of the engine. A user who asks for another engine wants to see
  /// what that engine does.
  std::string engine = {};
  bool operator==(const TestConditions &) const = default;

  /// Returns the values as JSON, which identifies stored tests.
  std::string serialise() const;
  /// Returns nullopt for text that `serialise` did not write.
  static std::optional<TestConditions> parse(llvm::StringRef text);
  /// Returns a line for people.
  std::string describe() const;
};

TestConditions conditionsOf(const RecordedCase &recorded,
                            const CaseRunner &runner, const LaunchSpec &launch,
                            const PredicateSpec &predicate);

/// The tests that are stored in the directory of a case under some conditions.
/// Takes 60 bytes for each test.
class StoredTests {
public:
  /// The remembered part of a test.
  struct Known {
    Outcome outcome;
    UnresolvedCause cause; ///< Matters if the outcome is UNRESOLVED.
  };

  /// Opens the stored tests. If `fresh`, all tests of the case are deleted
  /// first, under all conditions. A damaged database is deleted, too, and `say`
  /// gets a note.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(const RecordedCase &recorded, const TestConditions &conditions,
       bool fresh, const std::function<void(llvm::StringRef)> &say);
  /// Opens a database for unit tests.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(std::unique_ptr<TestDatabase> database);

  std::optional<Known> find(const RunKey &key) const;
  /// Appends a test, unless it is stored already.
  llvm::Error add(const RunKey &key, const EventSet &included, Outcome outcome,
                  const Ending &ending, double seconds);
  size_t size() const { return known.size(); }

private:
  explicit StoredTests(std::unique_ptr<TestDatabase> database)
      : database(std::move(database)) {}

  std::unique_ptr<TestDatabase> database;
  std::map<RunKey, Known> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
