// Stores the results of parses so that a program is parsed only once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cache is a folder with a file for each compilation unit of each program.
// The name of the file is a hash of the program, of the unit's command lines,
// of this tool and of Clang. The file is used while the contents of all source
// files that the parse has read are the same. A header that is new in an
// earlier include folder is not noticed until the program is built again.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H

#include "Source/CompileFlags.h"
#include "Source/SourceCodec.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <mutex>

namespace pinstripe {

/// Identifies a compilation unit of a program.
struct SourceKey {
  llvm::StringRef moduleHash;
  /// Command lines with which to parse the unit, in the order of trials.
  llvm::ArrayRef<CompileCommand> commands;
};

/// A cache of parsed sources, for several threads. It has no errors: whatever
/// goes wrong, the sources are parsed.
///
/// A file of the cache:
///
///     8 bytes   magic
///     4 bytes   SOURCE_FORMAT_VERSION
///     8 bytes   XXH3 of everything that follows
///     4 bytes   size of the payload (SourceCodec.h)
///     ...       the payload, compressed with zstd
class SourceCache {
public:
  /// Makes the cache in `folder`; if that is empty, nothing is stored.
  explicit SourceCache(std::string folder);
  /// Removes the files that were not used for the longest time, as long as the
  /// folder holds more than `maxBytes`.
  ~SourceCache();
  SourceCache(const SourceCache &) = delete;
  SourceCache &operator=(const SourceCache &) = delete;

  std::optional<ParsedSource> find(const SourceKey &key);
  void store(const SourceKey &key, const CachedSource &cached);

  static constexpr uint64_t maxBytes = uint64_t(256) << 20;

private:
  std::string fileFor(const SourceKey &key) const;
  /// Hashes a file as it is now, once.
  std::optional<uint64_t> hashOf(const std::string &path);

  std::string folder;
  std::string maker; ///< Identifies the tool and Clang.
  std::mutex mutex;  ///< Guards `known`.
  std::map<std::string, std::optional<uint64_t>> known; ///< Hashes, by path.
  std::atomic<bool> hasGrown = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECACHE_H
