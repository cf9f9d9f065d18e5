//===- TestDatabase.h - Every test of a case -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tests.sqlite` of a case directory: what was executed, and what came of it,
// written as each test finishes. A later reduction of the same case asks here
// first, so that it goes on where the last one ended, however that ended.
//
//===----------------------------------------------------------------------===//

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

/// A partial execution that was judged.
struct StoredTest {
  uint64_t number = 0; ///< from 1, in the order of the tests
  /// 128 bits that stand for the events, as Configuration::digest.
  std::pair<uint64_t, uint64_t> key;
  Outcome outcome = Outcome::Unresolved;
  std::string ending; ///< how the run ended: "exit status 0"
  std::string cause;  ///< of UNRESOLVED: "crash", "hang", ...; else empty
  double seconds = 0;
  EventSet events; ///< that were to be executed
};

class TestDatabase {
public:
  /// What tests of a case are judged by, for people to read: the same events
  /// with another predicate, poison, ... are another test. There may be tests
  /// under several conditions.
  using Conditions = std::string;

  /// Opens or makes the database at `path`. Tests of another case, that is,
  /// of another `identity`, are thrown away. `events`: of the trace. A
  /// TraceFormatError if the file is damaged, a FileError if it can't be used.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  open(const std::string &path, const std::string &identity, size_t events,
       const Conditions &conditions);
  /// To look at only, also while a reduction is under way: at the tests under
  /// the conditions of the latest one.
  static llvm::Expected<std::unique_ptr<TestDatabase>>
  openForReading(const std::string &path);
  ~TestDatabase();
  TestDatabase(const TestDatabase &) = delete;
  TestDatabase &operator=(const TestDatabase &) = delete;

  /// Appends a test under these conditions; its number is given here. When
  /// this returns, the test outlives a kill of the process, not of the machine.
  llvm::Error add(StoredTest &test);
  /// The tests under these conditions in order, `forEachOutcome` without their
  /// events. The first error, or what `visit` returns, ends it.
  llvm::Error
  forEach(llvm::function_ref<llvm::Error(const StoredTest &)> visit);
  llvm::Error
  forEachOutcome(llvm::function_ref<void(const StoredTest &)> visit);
  const Conditions &conditions() const { return theConditions; }
  size_t events() const { return eventCount; } ///< of the trace

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
  uint64_t count = 0; ///< under all conditions
  uint64_t eventCount = 0;
  /// Sets are stored as differences to the last one that FAILed.
  EventSet base;
  uint64_t baseNumber = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_TESTDATABASE_H
