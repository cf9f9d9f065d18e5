// Copies the files that arguments name, so that the copies can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_MOVEDINPUTS_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_MOVEDINPUTS_H

#include "pinstripe/Circumstance/OptionsCircumstance.h"
#include "pinstripe/Execution/LaunchSpec.h"

namespace pinstripe {

/// Copies of the input files of a run in a folder of their own, and the
/// arguments that name the copies. The user's files stay as they are. A copy
/// has the name of its original, in another folder. So a program that looks at
/// the ending of a file name does the same as before.
class MovedInputs {
public:
  MovedInputs() = default;
  /// Chooses the paths of copies of the files that the arguments of a run name.
  /// Makes no files.
  MovedInputs(const LaunchSpec &launch, const std::string &folder);
  /// Returns a UsageError if a copy, or the file for the smaller standard
  /// input, would replace one of the files `inputs` of the user.
  llvm::Error check(llvm::ArrayRef<std::string> inputs) const;
  /// Makes the copies, so that each run of the search can be given a file with
  /// other content at the path of a copy.
  llvm::Error makeCopies();

  /// Returns the arguments of the run, with the paths of the copies in place of
  /// the originals.
  const std::vector<std::string> &arguments() const { return theArguments; }
  const std::vector<NamedFile> &files() const { return copies; }
  /// Replaces the content of the copy at `path`. An empty path means the
  /// standard input, for which a file is made in the folder. Returns the path
  /// of the file.
  llvm::Expected<std::string> write(const std::string &path,
                                    const std::string &content);
  /// Removes the copies. Also removes the folder if nothing else is in it.
  void remove();

private:
  std::string freeNameFor(llvm::StringRef path) const;

  std::string folder;
  std::string standardInput;
  std::vector<std::string> theArguments;
  std::vector<NamedFile> copies;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_MOVEDINPUTS_H
