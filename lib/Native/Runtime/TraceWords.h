// Declares the format of the raw trace, the log of a recording in shared
// memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

/// The raw trace is a ring buffer of chunks, which hold records. A record has 8
/// bytes: the low half of rbp, then a tag. The record of a function entry goes
/// on with rsp and rbp, 8 bytes each. The tag is never 0 and is written last.
/// The tool zeroes the records that it has read, before it frees their chunk.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  Unit = 0u << 30, ///< a statement unit begins; low bits: index of its hook + 1
  Exit = 1u << 30, ///< a function's exit; low bits: index of its hook + 1
  /// A function's entry, 24 bytes; low bits: index of its hook + 1.
  Enter = 2u << 30,
  Other = 3u << 30, ///< the record of anything else; low bits: a RawMark
};
enum class RawMark : uint32_t {
  ChunkEnd = 1,     ///< the chunk ends; the next record is in the next chunk
  ExitFunction = 2, ///< libc's exit() was called; the second 8 bytes hold rsp
  /// A library call begins or ends, in a recording of instructions. The low
  /// half of the record is the number of words that follow. The first is a
  /// LibraryWord. Where the LibraryWord says so, the target of an indirect call
  /// follows, or where the call's output begins and ends. The others are the
  /// ranges of memory that the call reads or writes, two words for each.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In recordings of instructions, a record for a unit, an exit or the start of
/// a basic block has 8 bytes. The address that an instruction accesses is a
/// word of its own. This number is added to it, so that its uppermost byte
/// differs from those of all records and the two can be told apart.
constexpr uint64_t referenceBias = uint64_t(0xe0) << 56;
/// The record at the start of a basic block makes sure that there is room for
/// this many words. In a longer block a later record checks again.
constexpr uint32_t wordsPerCheck = 256;
/// In recordings of instructions, so many bytes are left free at the end of a
/// chunk (chunkSlack in other recordings). A signal handler may run between the
/// check for room and the records, and write records itself.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// The first word after the head of a LibraryBegin or LibraryEnd record.
struct LibraryWord {
  uint32_t hook;
  uint16_t model;   ///< index of the called function's model; 0xffff if none
  uint8_t integers; ///< number of general registers with arguments
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The ways in which a library call uses a range of memory. In a record, this
/// number is in the uppermost byte of the range's size.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
