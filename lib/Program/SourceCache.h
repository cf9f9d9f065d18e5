//===- SourceCache.h - Parses that need not be made again -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. A folder with a file for each compilation unit that was
// parsed. The file's name is a hash of the unit's command lines, of the tool
// and of Clang; in it is what the parse gave, and all that the parse learnt
// from the file system (FileAnswers), by hashes of contents. It is used only
// where every answer is still the same. A file:
//
//   8 bytes   magic
//   4 bytes   SOURCE_FORMAT_VERSION
//   8 bytes   XXH3 of all that follows
//   4 bytes   size of the payload (SourceCodec.h)
//   ...       the payload, compressed with zstd
//
// Whatever goes wrong, the parse is made: there are no errors here.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCECACHE_H
#define PINSTRIPE_LIB_PROGRAM_SOURCECACHE_H

#include "CompileFlags.h"
#include "SourceCodec.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>

namespace pinstripe {

/// May be used by several threads.
class SourceCache {
public:
  /// Empty: keeps nothing.
  explicit SourceCache(std::string folder);
  /// Where the folder holds more than `mostBytes`, what was not used for
  /// longest goes.
  ~SourceCache();
  SourceCache(const SourceCache &) = delete;
  SourceCache &operator=(const SourceCache &) = delete;

  std::optional<ParsedSource> find(llvm::ArrayRef<CompileCommand> commands);
  void keep(llvm::ArrayRef<CompileCommand> commands, const KeptSource &kept);

  static constexpr uint64_t mostBytes = uint64_t(256) << 20;

private:
  std::string fileFor(llvm::ArrayRef<CompileCommand> commands) const;

  std::string folder;
  std::string maker; ///< what made, and may use, the files
  CurrentFiles current;
  std::atomic<bool> hasGrown = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCECACHE_H
