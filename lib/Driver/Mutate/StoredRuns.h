// Stores the runs that were made by means of a reference in the case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_STOREDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_STOREDRUNS_H

#include "pinstripe/Driver/Mutate/ReferenceRuns.h"

namespace pinstripe {

/// Returns a text with all on which the made runs depend: the program, its
/// recorded run, and the reference with what it prints for the input of that
/// run.
std::string referenceConditions(const RecordedCase &recorded,
                                const ReferenceProgram &reference,
                                llvm::StringRef varied);

/// The folder of a case that holds runs made by means of a reference. The runs
/// are in lists that users can give with --passing and --failing.
class StoredRuns {
public:
  /// `conditions` names what the runs depend on.
  StoredRuns(const RecordedCase &recorded, llvm::StringRef conditions);

  /// Returns the stored runs; nullopt if there are none that were made under
  /// the same conditions, or if they can't be read.
  std::optional<ReferenceRuns> read() const;
  /// Makes the folder, and removes everything in it. The folder itself stays,
  /// since sandboxes show it to programs.
  llvm::Error clear() const;
  /// Writes the lists of runs, whose inputs are in the folder already.
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
