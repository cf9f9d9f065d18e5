// Stores the results of parses so that a program is parsed only once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cache is a folder with a file for each compilation unit of each program.
// The name of the file is a hash of the program, of the unit's command lines,
// of this tool and of Clang. The file is used as long as all source files that
// the parse has read still have the same content. One change is noticed only
// after the program was built again: a new header hides one of these files,
// since it has the same name and is in an include folder that is searched
// earlier.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H

#include "Source/CompileFlags.h"
#include "Source/SourceCodec.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <mutex>

namespace pinstripe {

/// Tells which compilation unit of which program a cached parse belongs to.
struct SourceKey {
  llvm::StringRef moduleHash;
  /// The command lines with which the compilation unit may be parsed, in the
  /// order in which they are tried.
  llvm::ArrayRef<CompileCommand> commands;
};

/// A cache of parsed sources, which several threads can use at once. It reports
/// no errors: whatever is wrong with the cache, the sources are parsed.
///
/// The format of a cache file:
///
///     8 bytes   magic
///     4 bytes   SOURCE_FORMAT_VERSION
///     8 bytes   XXH3 hash of the bytes after this field
///     4 bytes   size of the payload (SourceCodec.h)
///     ...       the payload, compressed with zstd
class SourceCache {
public:
  /// Opens the cache in `folder`. If `folder` is empty, nothing is cached.
  explicit SourceCache(std::string folder);
  /// If this object has stored files in the cache folder, removes files until
  /// the folder holds at most `maxBytes`. The files that were not used for the
  /// longest time are removed first.
  ~SourceCache();
  SourceCache(const SourceCache &) = delete;
  SourceCache &operator=(const SourceCache &) = delete;

  std::optional<ParsedSource> find(const SourceKey &key);
  void store(const SourceKey &key, const CachedSource &cached);

  static constexpr uint64_t maxBytes = uint64_t(256) << 20;

private:
  std::string fileFor(const SourceKey &key) const;
  /// Returns the hash of a source file's content. Each file is read only once;
  /// its hash is then remembered.
  std::optional<uint64_t> hashOf(const std::string &path);

  std::string folder;
  /// A text that identifies this build of the tool, the version of Clang, and
  /// the environment variables. It is a part of each key, since a parse depends
  /// on all of them.
  std::string maker;
  std::mutex mutex; ///< Guards `known`.
  /// Maps the path of each source file to the file's hash, or to nullopt if the
  /// file can't be read.
  std::map<std::string, std::optional<uint64_t>> known;
  std::atomic<bool> hasGrown = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H
