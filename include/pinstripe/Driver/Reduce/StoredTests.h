// The tests that earlier reductions of a case have stored.
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
/// events. Tests of the same events under other conditions are other tests.
struct TestConditions {
  PredicateSpec predicate = {};
  Poison poison = Poison::Pattern;
  Flow flow = Flow::Trace;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// True if skipped stores also poison places that only a run can tell.
  bool poisonsComputedStores = false;
  std::vector<std::string> limits = {}; ///< As typed: "memory=2G".
  /// The name of the engine. A user who asks for another engine wants to see
  /// what that one does.
  std::string engine = {};
  bool operator==(const TestConditions &) const = default;

  /// Returns the conditions as JSON text, which identifies stored tests.
  std::string serialise() const;
  /// Parses the text of `serialise`. Returns nullopt for any other text.
  static std::optional<TestConditions> parse(llvm::StringRef text);
  /// Returns the conditions as a line for people.
  std::string describe() const;
};

TestConditions conditionsOf(const RecordedCase &recorded,
                            const CaseRunner &runner, const LaunchSpec &launch,
                            const PredicateSpec &predicate);

/// The tests that are stored in the case directory under some conditions. Takes
/// 60 bytes for each test.
class StoredTests {
public:
  /// The part of a stored test that is kept in memory.
  struct Known {
    Outcome outcome;
    UnresolvedCause cause; ///< Matters if the outcome is UNRESOLVED.
  };

  /// Opens the stored tests. If `fresh`, all tests of the case are deleted
  /// first, under all conditions. A damaged database is deleted, too, and `say`
  /// is called with a note.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(const RecordedCase &recorded, const TestConditions &conditions,
       bool fresh, const std::function<void(llvm::StringRef)> &say);
  /// Opens a database for unit tests.
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
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDTESTS_H
