// Writes parsed sources as bytes and reads them again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes are the uncompressed content of a file of the source cache: the
// files that the parse has read, then its result. Numbers are LEB128.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H

#include "Source/SourceCollector.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// Version of the bytes. Raise this number with every change of the format.
constexpr uint32_t SOURCE_FORMAT_VERSION = 2;

/// The XXH3 of the content of each file, by absolute path.
using FileHashes = std::map<std::string, uint64_t>;

/// The result of a parse, with the files that the parse has read.
struct CachedSource {
  FileHashes files;
  ParsedSource source;
};

llvm::SmallVector<uint8_t, 0> encodeSource(const CachedSource &cached);

/// Reads bytes that `encodeSource` wrote; returns nullopt for others. All
/// indices in a result are in range, so that SourceCollector can take it.
std::optional<CachedSource> decodeSource(llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
