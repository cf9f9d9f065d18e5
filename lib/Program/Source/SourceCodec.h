// Writes parsed sources as bytes and reads them again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These bytes, uncompressed, are the content of a file of the source cache: the
// files that the parse has read, then its result. Numbers are LEB128.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H

#include "Source/SourceCollector.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// The version of the format. Raise this number with every change of the
/// format.
constexpr uint32_t SOURCE_FORMAT_VERSION = 2;

/// Files by absolute path, with the XXH3 hash of the content of each.
using FileHashes = std::map<std::string, uint64_t>;

/// A parsed source, with the files that were read when it was parsed.
struct CachedSource {
  FileHashes files;
  ParsedSource source;
};

llvm::SmallVector<uint8_t, 0> encodeSource(const CachedSource &cached);

/// Reads bytes that `encodeSource` wrote. Returns nullopt for other bytes. All
/// indices in the result are in range, so that SourceCollector can rely on
/// them.
std::optional<CachedSource> decodeSource(llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
