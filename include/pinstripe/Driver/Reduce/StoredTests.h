// Stores tests of a case on disk, so that later reductions need not make them
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H

#include "pinstripe/Case/ExpectedRuns.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/KeptReason.h"
#include "pinstripe/Result/TestTally.h"
#include "pinstripe/Store/TestDatabase.h"
#include <map>

namespace pinstripe {

/// The conditions of a test: all that influences its outcome, except for the
/// set of executed events. Two tests of the same set of events under different
/// conditions are different tests.
struct TestConditions {
  PredicateSpec predicate = {};
  Poison poison = Poison::Pattern;
  Flow flow = Flow::Trace;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// True if skipped stores to computed addresses, such as elements of arrays,
  /// are poisoned as well: the pattern for unset memory is written where a
  /// skipped statement would have stored a value.
  bool poisonsComputedStores = false;
  /// Says which rules guarded flow applied to the test. With 1, each condition
  /// had to decide as recorded, and no statement was allowed to compare poison
  /// (the pattern in unset memory). The number is 0 in all other flows, and in
  /// guarded flow of former versions of the tool, which allowed comparisons
  /// with poison.
  uint64_t guard = 0;
  /// The number of the order in which threads get their turns (see
  /// LaunchSpec::schedule).
  uint64_t schedule = 0;
  /// The limits of each run as the user has typed them, such as "memory=2G".
  std::vector<std::string> limits = {};
  /// The name of the engine. Tests by one engine are not reused for another
  /// engine. A user who asks for another engine wants to see what this engine
  /// does.
  std::string engine = {};
  bool operator==(const TestConditions &) const = default;

  /// Returns the conditions as JSON text. The database uses this text as a key.
  std::string serialise() const;
  /// Parses a text that `serialise` has written. Returns nullopt for any other
  /// text.
  static std::optional<TestConditions> parse(llvm::StringRef text);
  /// Returns a line of text with the conditions of the test, for people to
  /// read.
  std::string describe() const;
};

TestConditions conditionsOf(const RecordedCase &recorded,
                            const CaseRunner &runner, const LaunchSpec &launch,
                            const PredicateSpec &predicate);

/// The tests in the case directory that were made under the conditions of the
/// current reduction, such as its predicate and its limits. Takes 70 bytes of
/// memory for each test.
class StoredTests {
public:
  /// The part of a stored test that is held in memory. It holds the outcome,
  /// and the reason if the outcome is UNRESOLVED (the run could not be judged).
  struct Known {
    Outcome outcome;
    /// If the outcome is UNRESOLVED, the reason why the run could not be
    /// judged, such as a crash.
    UnresolvedCause cause;
    /// The event during which the run ended early; nullopt if not known.
    std::optional<EventIndex> endedDuring = {};
    uint64_t number = 0; ///< The number of the test in the database.
  };

  /// Opens the stored tests. If `fresh` is true, first deletes all tests of the
  /// case, even those made under other conditions. If the database of tests is
  /// damaged, deletes the database and calls `say` with a warning.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(const RecordedCase &recorded, const TestConditions &conditions,
       bool fresh, const std::function<void(llvm::StringRef)> &say);
  /// Takes the stored tests from an open database. Meant for unit tests.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(std::unique_ptr<TestDatabase> database);

  std::optional<Known> find(const RunKey &key) const;
  /// Reads the text of KeptReason for a test that did not reproduce the output.
  llvm::Expected<std::string> reasonOf(const Known &test) const {
    return database->reasonOf(test.number);
  }
  /// Stores a test, unless it is stored already. `tested` is its outcome with
  /// the reason. `endedDuring` is the event during which the run ended early;
  /// nullopt if the run does not tell how similar runs end.
  llvm::Error add(const RunKey &key, const EventSet &included,
                  const KeptReason &tested, const Ending &ending,
                  std::optional<EventIndex> endedDuring, double seconds);
  size_t size() const { return known.size(); }

private:
  explicit StoredTests(std::unique_ptr<TestDatabase> database)
      : database(std::move(database)) {}

  std::unique_ptr<TestDatabase> database;
  std::map<RunKey, Known> known;
  /// The table in which stored tests look up the source lines of crashes; null
  /// in unit tests.
  const UnitTable *table = nullptr;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
