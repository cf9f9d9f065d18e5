// Stores tests of a case on disk, so that later reductions need not make them
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H

#include "pinstripe/Case/ExpectedRuns.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/TestTally.h"
#include "pinstripe/Store/TestDatabase.h"
#include <map>

namespace pinstripe {

/// All that the outcome of a test depends on, except for the events that are
/// executed. If the conditions differ, the same events are another test.
struct TestConditions {
  PredicateSpec predicate = {};
  Poison poison = Poison::Pattern;
  Flow flow = Flow::Trace;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// True if skipped stores are poisoned even if only the run knows their
  /// addresses.
  bool poisonsComputedStores = false;
  std::vector<std::string> limits = {}; ///< As typed: "memory=2G".
  /// The name of the engine. Who asks for another engine wants to see what that
  /// engine does, so its tests are different ones.
  std::string engine = {};
  bool operator==(const TestConditions &) const = default;

  /// Returns the conditions as JSON text, by which the database identifies
  /// them.
  std::string serialise() const;
  /// Reads what `serialise` has written. Returns nullopt for any other text.
  static std::optional<TestConditions> parse(llvm::StringRef text);
  /// Returns the conditions as one line for people to read.
  std::string describe() const;
};

TestConditions conditionsOf(const RecordedCase &recorded,
                            const CaseRunner &runner, const LaunchSpec &launch,
                            const PredicateSpec &predicate);

/// The tests in the case directory that were made under certain conditions.
/// Takes 60 bytes of memory for each test.
class StoredTests {
public:
  /// The part of a stored test that is in memory.
  struct Known {
    Outcome outcome;
    UnresolvedCause cause; ///< Why the outcome is UNRESOLVED, if it is.
  };

  /// Opens the stored tests. If `fresh` is true, first deletes all tests of the
  /// case, whatever their conditions. If the database is damaged, deletes it
  /// and calls `say` with a note.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(const RecordedCase &recorded, const TestConditions &conditions,
       bool fresh, const std::function<void(llvm::StringRef)> &say);
  /// Opens a database in a file, for unit tests.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(std::unique_ptr<TestDatabase> database);

  std::optional<Known> find(const RunKey &key) const;
  /// Stores a test, unless it is stored already.
  llvm::Error add(const RunKey &key, const EventSet &included, Outcome outcome,
                  const Ending &ending, double seconds);
  size_t size() const { return known.size(); }

private:
  explicit StoredTests(std::unique_ptr<TestDatabase> database)
      : database(std::move(database)) {}

  std::unique_ptr<TestDatabase> database;
  std::map<RunKey, Known> known;
  /// Names the places of crashes in what is stored; null in unit tests.
  const UnitTable *table = nullptr;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
