// Stores the effects of mutants in a database of the case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one small change of its source. The file
// `mutants.sqlite` of a case directory has the effect of each mutant that was
// run. If a search for a defect has ended early, the next search goes on from
// there.

#ifndef PINSTRIPE_STORE_MUTANTDATABASE_H
#define PINSTRIPE_STORE_MUTANTDATABASE_H

#include "pinstripe/Result/ChangeSummary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace pinstripe {

/// A mutant in the database, and what it did.
struct StoredMutant {
  /// A 128-bit hash of the change and its place in the source.
  std::pair<uint64_t, uint64_t> key;
  /// The effect of the change on the output; nullopt if the compiler has
  /// rejected the change.
  std::optional<Effect> effect = {};
  /// How many bytes at the beginning of the mutant's output are right.
  uint64_t right = 0;
  /// True if the change is refuted: it made the output wrong in another run of
  /// the program.
  bool isRefuted = false;
  bool operator==(const StoredMutant &) const = default;
};

class MutantDatabase {
public:
  /// Opens or creates the database at `path`. `conditions` is a hash of all
  /// that the effects of mutants depend on, such as the recording and the
  /// expected output. The database keeps the mutants of different conditions
  /// apart. Returns a TraceFormatError if the file is damaged, and a FileError
  /// if it can't be used.
  static llvm::Expected<std::unique_ptr<MutantDatabase>>
  open(const std::string &path, uint64_t conditions);
  ~MutantDatabase();
  MutantDatabase(const MutantDatabase &) = delete;
  MutantDatabase &operator=(const MutantDatabase &) = delete;

  /// Stores mutants. If the tool is killed, either all of them are stored or
  /// none. A mutant replaces an earlier one with the same hash.
  llvm::Error add(llvm::ArrayRef<StoredMutant> mutants);
  /// Visits all mutants that were stored under the conditions of this database
  /// object.
  llvm::Error forEach(llvm::function_ref<void(const StoredMutant &)> visit);

private:
  struct Connection;
  explicit MutantDatabase(std::unique_ptr<Connection> connection);
  llvm::Error prepare();
  llvm::Error insert(llvm::ArrayRef<StoredMutant> mutants);

  std::unique_ptr<Connection> connection;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_MUTANTDATABASE_H
