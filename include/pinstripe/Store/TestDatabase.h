// Stores all tests of a case in a database.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file `tests.sqlite` of a case directory has the executed events and the
// outcome of each test. Each test is stored as soon as it ends. A later
// reduction of the same case looks into the database before it runs a test. So
// it does not repeat the tests of earlier reductions, even if these were
// killed.

#ifndef PINSTRIPE_STORE_TESTDATABASE_H
#define PINSTRIPE_STORE_TESTDATABASE_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace pinstripe {

/// One test in the database: the set of events that its run executed, while it
/// skipped all others, and its outcome.
struct StoredTest {
  uint64_t number = 0; ///< The number of the test, in order of time, from 1 on.
  /// A 128-bit hash of the events. The outcome of a test is found by this hash
  /// (see Configuration::digest).
  std::pair<uint64_t, uint64_t> key;
  Outcome outcome = Outcome::Unresolved;
  std::string ending; ///< How the run ended, such as "exit status 0".
  std::string cause;  ///< Why the outcome is UNRESOLVED: "crash", "hang", ...
  /// If the outcome is PASS, a text that says how the output differed from the
  /// recorded output; empty if that is not known. `forEach` and
  /// `forEachOutcome` leave it empty: only `reasonOf` reads it.
  std::string difference = {};
  double seconds = 0;
  /// The event during which the run ended early; nullopt if it did not, or if
  /// the event is not known.
  std::optional<EventIndex> endedDuring = {};
  EventSet events; ///< The events that the run had to execute.
};

class TestDatabase {
public:
  /// A text with all that the outcome of a test depends on, except for the
  /// events: the predicate, the engine, the pattern in uninitialised memory and
  /// so on. The same events under two different conditions make two tests.
  using Conditions = std::string;

  /// Opens or creates the database at `path`. Deletes tests of another
  /// recording, or in another format. `identity` is a hash of the trace file,
  /// and `events` is the number of events in the trace. From now on, `add`
  /// stores tests under `conditions`, and `forEach` visits only tests under
  /// them. Returns a TraceFormatError if the file is damaged, and a FileError
  /// if it can't be used.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  open(const std::string &path, const std::string &identity, size_t events,
       const Conditions &conditions);
  /// Opens the database for reading, even while a reduction is under way.
  /// `forEach` visits the tests under the conditions that were passed to `open`
  /// last.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  openForReading(const std::string &path);
  ~TestDatabase();
  TestDatabase(const TestDatabase &) = delete;
  TestDatabase &operator=(const TestDatabase &) = delete;

  /// Selects the latest conditions for which `isWanted` returns true. From now
  /// on, `forEach` visits the tests under these conditions. If there are none,
  /// returns false and changes nothing. The selection is not stored in the
  /// database.
  llvm::Expected<bool>
  chooseConditions(llvm::function_ref<bool(const Conditions &)> isWanted);

  /// Appends a test under the selected conditions, and sets `test.number`. The
  /// stored test survives a kill of the process, but perhaps not a power loss.
  llvm::Error add(StoredTest &test);
  /// `forEach` visits all tests under the selected conditions, in the order of
  /// their numbers. `forEachOutcome` does the same, but does not read the
  /// events of the tests, to save time. Both functions end at the first reading
  /// error. `forEach` also ends if `visit` returns an error.
  llvm::Error
  forEach(llvm::function_ref<llvm::Error(const StoredTest &)> visit);
  llvm::Error
  forEachOutcome(llvm::function_ref<void(const StoredTest &)> visit);
  /// Returns the reason why the test with this number did not reproduce the
  /// output: how its output differed or, if the outcome is UNRESOLVED, how its
  /// run ended.
  llvm::Expected<std::string> reasonOf(uint64_t number);
  const Conditions &conditions() const { return theConditions; }
  /// Returns the number of events of the trace.
  size_t events() const { return eventCount; }

private:
  struct Connection;
  explicit TestDatabase(std::unique_ptr<Connection> connection);
  llvm::Error prepare(const std::string &identity, size_t events);
  llvm::Error selectConditions(const Conditions &conditions);
  llvm::Error readAbout();
  llvm::Error readBase();

  std::unique_ptr<Connection> connection;
  Conditions theConditions;
  uint64_t conditionsNumber = 0;
  /// How many tests the database has under all conditions together. The number
  /// of the next test is this number plus 1.
  uint64_t count = 0;
  uint64_t eventCount = 0;
  /// The events of the latest test that reproduced the output. The events of
  /// the next test are stored as the difference from this set.
  EventSet base;
  uint64_t baseNumber = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_TESTDATABASE_H
