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

/// The folder or file that was at `from` when the program was compiled is now
/// at `to`.
struct SourceMapping {
  std::string from, to;
};

/// Parses the arguments of the option --source-map, such as
/// "/build=/home/me/prog". Returns a UsageError if an argument does not have
/// this form, or if the path after the `=` does not exist.
llvm::Expected<std::vector<SourceMapping>>
parseSourceMap(llvm::ArrayRef<std::string> words);

/// Returns true if the path is that of a header of the system or of a compiler.
inline bool isSystemFile(llvm::StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/");
}

/// Tells where the sources of a program are now. First looks where the debug
/// information says and where the mappings of --source-map lead. Then looks
/// below a search folder for a file with the same name. If there are several
/// such files, takes the file whose last folders agree best with the source's
/// path. If two files agree equally well, takes none.
class SourceFinder {
public:
  SourceFinder() = default;
  /// Missing sources are looked for by their file names in the folder
  /// `searchFolder` and its subfolders. If `searchFolder` is empty, they are
  /// not looked for.
  SourceFinder(std::vector<SourceMapping> mappings, std::string searchFolder);

  /// Returns the present path of the source that had the path `path` when it
  /// was compiled. If the source is not found, returns `path` with the mappings
  /// (--source-map) applied.
  std::string find(llvm::StringRef path);
  /// Returns the path that results if the mappings (--source-map) are applied
  /// to `path`, whether or not there is a file.
  std::string mapped(llvm::StringRef path);

  /// Returns the sources that were found only by their file names: maps the
  /// path of each source in the debug information to its present path.
  const std::map<std::string, std::string> &foundByName() const {
    return found;
  }
  /// Returns a mapping of --source-map that was not needed for any path so far.
  /// Returns null if all mappings were needed.
  const SourceMapping *unusedMapping() const;

private:
  void readFolder();
  std::string findByName(llvm::StringRef path);

  std::vector<SourceMapping> mappings;
  /// For each mapping of --source-map: true if it was needed for a path.
  std::vector<bool> used;
  std::string searchFolder;
  /// The files below `searchFolder`: maps each file name to the paths of all
  /// files with this name. It is nullopt until the folder is read.
  std::optional<std::map<std::string, std::vector<std::string>>> files;
  std::map<std::string, std::string> found;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_SOURCEFINDER_H
