// Remembers the tests of a search in a file, so that it can be resumed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_STOREDOUTCOMES_H
#define PINSTRIPE_CIRCUMSTANCE_STOREDOUTCOMES_H

#include "pinstripe/Circumstance/OutcomeMemory.h"
#include "pinstripe/Store/OutcomeDatabase.h"

namespace pinstripe {

/// A memory of test outcomes that stores each test on disk at once. If a search
/// is repeated under the same conditions, even after it was killed, no test is
/// made again.
class StoredOutcomes : public OutcomeMemory {
public:
  /// Opens the database at `path`, and creates it if necessary. Reads the
  /// stored tests that were made under the same conditions; `conditions` is a
  /// text that describes them. If `isFresh` is true, deletes these tests and
  /// does not read them.
  static llvm::Expected<std::unique_ptr<StoredOutcomes>>
  open(const std::string &path, llvm::StringRef conditions, bool isFresh);

  /// Returns the path of the database of test outcomes in the directory of a
  /// case.
  static std::string fileIn(llvm::StringRef caseDirectory);
  /// Deletes the database at `path`, which must not be open.
  static llvm::Error remove(const std::string &path);

  llvm::Error add(const MaterialsKey &key, const TestedRun &test) override;
  /// Returns how many tests of earlier searches were read.
  size_t stored() const { return storedCount; }

private:
  explicit StoredOutcomes(std::unique_ptr<OutcomeDatabase> database)
      : database(std::move(database)) {}

  std::unique_ptr<OutcomeDatabase> database;
  size_t storedCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_STOREDOUTCOMES_H
