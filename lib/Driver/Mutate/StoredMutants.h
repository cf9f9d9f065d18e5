// Stores what mutants have done, so that a later search goes on where the
// former one ended. A mutant is the program with one mutation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_STOREDMUTANTS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_STOREDMUTANTS_H

#include "Mutate/JudgedRuns.h"
#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Store/MutantDatabase.h"
#include <functional>
#include <map>

namespace pinstripe {

/// Returns a text with all on which the effects of mutants depend, apart from
/// the recording: the sources, what was expected, how runs are made, and the
/// other runs of the program.
std::string mutantConditions(const RecordedCase &recorded,
                             const CaseRunner &runner,
                             const std::optional<std::string> &expectedOutput,
                             llvm::ArrayRef<JudgedRun> otherRuns);

/// The mutants that earlier searches of the case have run under the present
/// conditions. Takes 100 bytes of memory for each mutant.
class StoredMutants {
public:
  /// Opens the stored mutants. `conditions` names what the effect of a mutant
  /// depends on, such as the expected output, except for the recording. If
  /// `fresh` is true, first deletes all mutants of the case. If the database is
  /// damaged, deletes it and calls `say`, which may be empty, with a warning.
  static llvm::Expected<std::unique_ptr<StoredMutants>>
  open(const RecordedCase &recorded, llvm::StringRef conditions, bool fresh,
       const std::function<void(llvm::StringRef)> &say);

  static std::pair<uint64_t, uint64_t> keyOf(const Mutation &mutation);
  /// Returns what an earlier search found out about a mutation; null if there
  /// is nothing. Does not find mutants that were added to this object. So one
  /// thread can call `find` while another one calls `add`.
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
