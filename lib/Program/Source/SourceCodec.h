// Writes parsed sources as bytes and reads them again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source cache compresses these bytes and stores them in a file. First come
// the paths and hashes of the source files that the parse has read, then the
// result of the parse. Numbers are LEB128.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H

#include "Source/SourceCollector.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace pinstripe {

/// The version of the format. Raise this number with every change of the
/// format, and of what the parser finds in a source.
constexpr uint32_t SOURCE_FORMAT_VERSION = 5;

/// Maps the absolute path of each file to the XXH3 hash of the file's content.
using FileHashes = std::map<std::string, uint64_t>;

/// A parsed source, with the files that were read when it was parsed.
struct CachedSource {
  FileHashes files;
  ParsedSource source;
};

llvm::SmallVector<uint8_t, 0> encodeSource(const CachedSource &cached);

/// Reads bytes that `encodeSource` wrote; returns nullopt for other bytes. All
/// indices in the result are in range, so that SourceCollector can rely on
/// them.
std::optional<CachedSource> decodeSource(llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECODEC_H
