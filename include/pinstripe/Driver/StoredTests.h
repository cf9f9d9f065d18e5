//===- StoredTests.h - What former reductions have tested -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_STOREDTESTS_H
#define PINSTRIPE_DRIVER_STOREDTESTS_H

#include "pinstripe/Driver/LanePool.h"
#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Store/TestDatabase.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace pinstripe {

/// The tests of a case that are in its directory already, under the conditions
/// at hand: predicate, poison, and the like. Takes 60 bytes a test.
class StoredTests {
public:
  /// What is remembered of a test.
  struct Known {
    Outcome outcome;
    llvm::StringRef cause; ///< as StoredTest::cause
  };

  /// Of the case, if not `fresh`: then they are all thrown away first, under
  /// whatever conditions. So is a damaged database, which is said through
  /// `say`.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(const RecordedCase &recorded, bool fresh,
       const std::function<void(llvm::StringRef)> &say);
  /// For tests of our own.
  static llvm::Expected<std::unique_ptr<StoredTests>>
  open(std::unique_ptr<TestDatabase> database);

  std::optional<Known> find(const RunKey &key) const;
  /// Appends a test, unless it is there already.
  llvm::Error add(const LaneRun &run, Outcome outcome, const Ending &ending,
                  double seconds);
  size_t size() const { return known.size(); }

private:
  explicit StoredTests(std::unique_ptr<TestDatabase> database)
      : database(std::move(database)) {}
  void remember(const RunKey &key, Outcome outcome, llvm::StringRef cause);

  std::unique_ptr<TestDatabase> database;
  std::map<RunKey, Known> known;
  llvm::StringSet<> causes; ///< a handful
};

/// Why a test is UNRESOLVED, in a word: "crash", "hang", "divergence", "limit",
/// or "undecided" if the predicate could not tell. Empty for other outcomes.
llvm::StringRef causeOf(Outcome outcome, const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_STOREDTESTS_H
