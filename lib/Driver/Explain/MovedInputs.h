// Gives the files that arguments name a place where they can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_MOVEDINPUTS_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_MOVEDINPUTS_H

#include "pinstripe/Circumstance/OptionsCircumstance.h"
#include "pinstripe/Execution/LaunchSpec.h"

namespace pinstripe {

/// Copies of the input files of a run in a folder of their own, and the
/// arguments that name the copies. The user's files stay as they are. The names
/// of files stay the same, apart from the folder, so that a program that looks
/// at the end of a name still does the same.
class MovedInputs {
public:
  MovedInputs() = default;
  /// Copies the files that the arguments of a run name. Makes no folder if
  /// there are none.
  static llvm::Expected<MovedInputs> create(const LaunchSpec &launch,
                                            const std::string &folder);

  /// Returns the arguments, with the paths of copies in place of the originals.
  const std::vector<std::string> &arguments() const { return theArguments; }
  const std::vector<NamedFile> &files() const { return copies; }
  /// Writes the smaller content of a copy. An empty path stands for standard
  /// input, which gets a file with the name of its own. Returns the path of the
  /// file.
  llvm::Expected<std::string> write(const std::string &path,
                                    const std::string &content);
  /// Removes the copies, and the folder if nothing else is in it.
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
