// Stores all tests of a case in a database.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file `tests.sqlite` of a case directory has the events and the outcome of
// each test, written as soon as the test ends. A later reduction of the same
// case looks into the database before it runs a test. So it does not repeat the
// tests of an earlier reduction, even of one that was killed.

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

/// One test in the database: the events of a partial execution, and its
/// outcome.
struct StoredTest {
  uint64_t number = 0; ///< The number of the test, in order of time, from 1 on.
  /// A 128-bit hash of the events, by which the outcome of a test is found
  /// again (see Configuration::digest).
  std::pair<uint64_t, uint64_t> key;
  Outcome outcome = Outcome::Unresolved;
  std::string ending; ///< How the run ended: "exit status 0".
  std::string cause;  ///< The cause if UNRESOLVED: "crash", "hang", ...
  double seconds = 0;
  EventSet events; ///< The events that the test was to execute.
};

class TestDatabase {
public:
  /// A text with everything on which the outcome of a test depends, except for
  /// the events. It has the predicate, the engine, the pattern in uninitialised
  /// memory and so on. The same events under two different conditions make two
  /// tests.
  using Conditions = std::string;

  /// Opens or creates the database at `path`. Tests of another recording, or in
  /// another format, are deleted from it. `identity` tells recordings apart,
  /// and `events` is the number of events of the trace. `add` will store tests
  /// under `conditions`, and `forEach` will visit only tests under them.
  /// Returns a TraceFormatError if the file is damaged and a FileError if it
  /// can't be used.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  open(const std::string &path, const std::string &identity, size_t events,
       const Conditions &conditions);
  /// Opens the database for reading, even while a reduction is under way.
  /// `forEach` will visit the tests under those conditions with which `open`
  /// was called last.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  openForReading(const std::string &path);
  ~TestDatabase();
  TestDatabase(const TestDatabase &) = delete;
  TestDatabase &operator=(const TestDatabase &) = delete;

  /// Makes `forEach` visit the tests under the latest conditions for which
  /// `isWanted` returns true. Returns false, and changes nothing, if there are
  /// none. The database remembers no such choice.
  llvm::Expected<bool>
  chooseConditions(llvm::function_ref<bool(const Conditions &)> isWanted);

  /// Appends a test under the conditions that are selected at present, and sets
  /// `test.number`. The stored test survives a kill of the process, but may not
  /// survive a power loss.
  llvm::Error add(StoredTest &test);
  /// `forEach` visits all tests under the selected conditions, in the order of
  /// their numbers. `forEachOutcome` does the same, but does not read the
  /// events of the tests, which saves time. Both functions end at the first
  /// error in reading; `forEach` also ends if `visit` returns an error.
  llvm::Error
  forEach(llvm::function_ref<llvm::Error(const StoredTest &)> visit);
  llvm::Error
  forEachOutcome(llvm::function_ref<void(const StoredTest &)> visit);
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
  /// How many tests the database has, under all conditions together. Tests are
  /// numbered in one sequence, so the next one gets the number after this.
  uint64_t count = 0;
  uint64_t eventCount = 0;
  /// The events of the latest test that reproduced the output (FAIL). The
  /// events of the next test are stored as the difference from this set.
  EventSet base;
  uint64_t baseNumber = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_TESTDATABASE_H
