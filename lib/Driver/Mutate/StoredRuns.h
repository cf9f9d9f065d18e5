// Stores in the case directory the runs that were made with a reference
// program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_STOREDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_STOREDRUNS_H

#include "pinstripe/Driver/Mutate/ReferenceRuns.h"

namespace pinstripe {

/// Returns a text with everything that influences the runs made with a
/// reference program: the program, its recorded run, the reference (a correct
/// program), and the output of the reference for the input of the recorded run.
std::string referenceConditions(const RecordedCase &recorded,
                                const ReferenceProgram &reference,
                                llvm::StringRef varied);

/// The folder of a case that holds runs made with a reference program. The
/// folder has lists of the runs, which users can give with --passing and
/// --failing.
class StoredRuns {
public:
  /// `conditions` is a text that lists what the runs depend on.
  StoredRuns(const RecordedCase &recorded, llvm::StringRef conditions);

  /// Returns the stored runs. Returns nullopt if no runs were made under the
  /// same conditions, or if the stored runs can't be read.
  std::optional<ReferenceRuns> read() const;
  /// Makes the folder, and removes everything in it. The folder itself stays,
  /// since sandboxes show it to programs.
  llvm::Error clear() const;
  /// Writes the lists of runs. The input files of the runs must already be in
  /// the folder.
  llvm::Error write(ReferenceRuns &runs) const;
  const std::string &path() const { return folder; }

private:
  llvm::Error writeList(llvm::StringRef name, llvm::StringRef heading,
                        llvm::ArrayRef<OtherRun> runs) const;
  std::string file(llvm::StringRef name) const;

  const RecordedCase &recorded;
  std::string folder;
  std::string identity;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_STOREDRUNS_H
