// Holds the changed contents of source files, and where functions are in them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H

#include "Mutation/FunctionCompiler.h"
#include <map>

namespace pinstripe {

/// The changed contents of the files, and where the functions are in them.
class ChangedFiles {
public:
  ChangedFiles(ParsedUnit &unit, llvm::ArrayRef<ChangedFunction> functions);

  struct Place {
    size_t function = 0;
    unsigned begin = 0, end = 0; ///< The characters of the changed text.
    unsigned name = 0;           ///< Where the function's name is.
  };

  const std::map<std::string, std::string> &contents() const { return texts; }
  /// Returns the function whose name is at this place.
  std::optional<size_t>
  functionNamedAt(clang::SourceLocation location,
                  const clang::SourceManager &sources) const;
  /// Returns the function whose text is at this location. Then `offset` becomes
  /// the offset of the location in the function's text.
  std::optional<size_t> functionAround(clang::SourceLocation location,
                                       const clang::SourceManager &sources,
                                       size_t &offset) const;

private:
  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<Place>> places;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGEDFILES_H
