//===- SourceCodec.h - Parsed sources as bytes ------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. What a file of the source cache holds, before
// compression: the file system's answers, then the ParsedSource. Numbers are
// LEB128, hashes eight bytes; a string that came before is its number.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCECODEC_H
#define PINSTRIPE_LIB_PROGRAM_SOURCECODEC_H

#include "FileAnswers.h"
#include "SourceCollector.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace pinstripe {

/// Must be raised with every change of what is written.
constexpr uint32_t SOURCE_FORMAT_VERSION = 1;

/// A parse, and what it depends on.
struct KeptSource {
  FileAnswers answers;
  ParsedSource source;
};

llvm::SmallVector<uint8_t, 0> encodeSource(const KeptSource &kept);

/// None if the bytes are nothing of ours. What comes out holds together:
/// indices are in range, so that SourceCollector can take it.
std::optional<KeptSource> decodeSource(llvm::ArrayRef<uint8_t> bytes);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCECODEC_H
