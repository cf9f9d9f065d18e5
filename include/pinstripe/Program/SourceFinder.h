// Finds sources that are no longer where they were compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_SOURCEFINDER_H
#define PINSTRIPE_PROGRAM_SOURCEFINDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The folder or file that the debug information calls `from` is now `to`.
struct SourceMapping {
  std::string from, to;
};

/// Parses what follows the option --source-map, such as "/build=/home/me/prog".
/// Returns a UsageError if a word has another form, or if nothing exists at the
/// place that it names.
llvm::Expected<std::vector<SourceMapping>>
parseSourceMap(llvm::ArrayRef<std::string> words);

/// Returns true if the path is that of a header of the system or of a compiler.
inline bool isSystemFile(llvm::StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/");
}

/// Tells where the sources of a program are: where the debug information says,
/// or where a mapping leads, or below one folder, if exactly one file there has
/// the source's name and more folders in common with its path than others.
class SourceFinder {
public:
  SourceFinder() = default;
  /// `searchFolder` is the folder in which missing sources are looked for by
  /// their names; if it is empty, they are not.
  SourceFinder(std::vector<SourceMapping> mappings, std::string searchFolder);

  /// Returns where the source is that had this path when it was compiled. If it
  /// is nowhere, returns where the mappings lead.
  std::string find(llvm::StringRef path);
  /// Returns the path to which the mappings lead, whether it exists or not.
  std::string mapped(llvm::StringRef path);

  /// The sources that were found by their names only: the path of each in the
  /// debug information, and where it is.
  const std::map<std::string, std::string> &foundByName() const {
    return found;
  }
  /// Returns a mapping that no path so far has needed; null if there is none.
  const SourceMapping *unusedMapping() const;

private:
  void readFolder();
  std::string findByName(llvm::StringRef path);

  std::vector<SourceMapping> mappings;
  std::vector<bool> used; ///< For each mapping, whether it has been needed.
  std::string searchFolder;
  /// The files below `searchFolder` by their names; nullopt before it was read.
  std::optional<std::map<std::string, std::vector<std::string>>> files;
  std::map<std::string, std::string> found;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEFINDER_H
