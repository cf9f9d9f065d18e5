// Holds the changed contents of source files, and tells where functions are in
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H

#include "Mutation/FunctionCompiler.h"
#include <map>

namespace pinstripe {

/// The contents of the source files after the functions in them were changed,
/// and where in these contents the functions are.
class ChangedFiles {
public:
  ChangedFiles(ParsedUnit &unit, llvm::ArrayRef<ChangedFunction> functions);

  struct Place {
    size_t function = 0;
    /// The offsets at which the changed text of the function begins and ends in
    /// the file.
    unsigned begin = 0, end = 0;
    unsigned name = 0; ///< The offset of the function's name.
  };

  const std::map<std::string, std::string> &contents() const { return texts; }
  /// Returns the index of the changed function whose name stands at `location`;
  /// nullopt if no such function exists.
  std::optional<size_t>
  functionNamedAt(clang::SourceLocation location,
                  const clang::SourceManager &sources) const;
  /// Finds the changed function whose text contains `location`, and returns its
  /// index; nullopt if there is no such function. Sets `offset` to the offset
  /// of `location` in this text.
  std::optional<size_t> functionAround(clang::SourceLocation location,
                                       const clang::SourceManager &sources,
                                       size_t &offset) const;

private:
  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<Place>> places;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H
