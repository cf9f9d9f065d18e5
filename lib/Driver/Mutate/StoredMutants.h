// Stores the results of mutants, so that a later search continues the previous
// one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one mutation.

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_STOREDMUTANTS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_STOREDMUTANTS_H

#include "Mutate/JudgedRuns.h"
#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Store/MutantDatabase.h"
#include <functional>
#include <map>

namespace pinstripe {

/// Returns a text with everything that the effects of mutants (programs with
/// one mutation) depend on, apart from the recording: the sources, the expected
/// output, the way in which runs are made, and the other runs of the program.
std::string mutantConditions(const RecordedCase &recorded,
                             const CaseRunner &runner,
                             const std::optional<std::string> &expectedOutput,
                             llvm::ArrayRef<JudgedRun> otherRuns);

/// The mutants (programs with one mutation) that earlier searches of the case
/// have run under the present conditions. Takes 100 bytes of memory for each
/// mutant.
class StoredMutants {
public:
  /// Opens the stored mutants. `conditions` names everything on which the
  /// effect of a mutant depends, such as the expected output, apart from the
  /// recording. If `fresh` is true, first deletes all mutants of the case. If
  /// the database is damaged, deletes it and calls `say` with a warning. `say`
  /// may be empty.
  static llvm::Expected<std::unique_ptr<StoredMutants>>
  open(const RecordedCase &recorded, llvm::StringRef conditions, bool fresh,
       const std::function<void(llvm::StringRef)> &say);

  static std::pair<uint64_t, uint64_t> keyOf(const Mutation &mutation);
  /// Returns what an earlier search has found out about a mutation; null if no
  /// earlier search has tried it. Mutants that this search has added are not
  /// found. So one thread can call `find` while another thread calls `add`.
  const StoredMutant *find(const Mutation &mutation) const;
  llvm::Error add(llvm::ArrayRef<StoredMutant> mutants) {
    return database->add(mutants);
  }
  size_t size() const { return known.size(); }

private:
  explicit StoredMutants(std::unique_ptr<MutantDatabase> database)
      : database(std::move(database)) {}

  std::unique_ptr<MutantDatabase> database;
  std::map<std::pair<uint64_t, uint64_t>, StoredMutant> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_STOREDMUTANTS_H
