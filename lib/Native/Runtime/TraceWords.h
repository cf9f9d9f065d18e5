//===- TraceWords.h - The raw trace in shared memory ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

/// The ring consists of chunks. A record is 8 bytes: the low half of rbp, then
/// its tag; that of a function entry is followed by rsp and rbp, 8 bytes each.
/// The tag is written last and never 0; the tool zeroes what it has read
/// before it hands the chunk back.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  Unit = 0u << 30,  ///< + hook index + 1
  Exit = 1u << 30,  ///< + hook index + 1
  Enter = 2u << 30, ///< + hook index + 1; 24 bytes
  Other = 3u << 30, ///< + RawMark
};
enum class RawMark : uint32_t {
  ChunkEnd = 1,     ///< go on at the next chunk
  ExitFunction = 2, ///< libc's exit was called; rsp follows, 16 bytes
  /// In detailed recordings. The low half is the number of words that follow:
  /// a LibraryWord, the target of an indirect call or where the output begins
  /// and ends, then two for each range of memory.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In detailed recordings units, exits and starts of blocks have a record of
/// the first kind, and the address of an operand is a word by itself: with
/// this added, its first byte is none that a record has.
constexpr uint64_t operandBias = uint64_t(0xe0) << 56;
/// A block's first record makes sure that as many words have room; where it
/// needs more, one of them does again.
constexpr uint32_t wordsPerCheck = 256;
/// As chunkSlack: a signal handler may come in between.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// The first word of LibraryBegin and LibraryEnd.
struct LibraryWord {
  uint32_t hook;
  uint16_t model;   ///< or 0xffff
  uint8_t integers; ///< arguments in registers that are used
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The kind is in the uppermost byte of the size.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };
struct RangeWords {
  uint64_t address;
  uint64_t sizeAndKind;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
