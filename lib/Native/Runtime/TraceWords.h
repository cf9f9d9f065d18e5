// Declares the format of the raw trace, the log of a recording in shared
// memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

/// The raw trace is a ring buffer of chunks, which hold records. Most records
/// have 8 bytes: the lower 4 bytes of rbp, then a tag of 4 bytes. The record of
/// a function entry goes on with rsp and rbp, 8 bytes each. The tag is never 0
/// and is written last. The tool zeroes the records that it has read, before it
/// frees their chunk.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  Unit = 0u << 30, ///< a statement unit begins; low bits: index of its hook + 1
  Exit = 1u << 30, ///< a function exits; low bits: index of its hook + 1
  /// A function is entered (24 bytes); low bits: index of its hook + 1.
  Enter = 2u << 30,
  Other = 3u << 30, ///< a record of anything else; low bits: a RawMark
};
enum class RawMark : uint32_t {
  ChunkEnd = 1, ///< the chunk ends; the next record is in the next chunk
  /// The program has called libc's exit(). The record has 16 bytes, the last 8
  /// of which hold rsp.
  ExitFunction = 2,
  /// A library call begins or ends, in a recording of instructions. The first 4
  /// bytes of the record are the number of words that follow. The first of
  /// these words is a LibraryWord. The second and third are, at the begin, the
  /// target of an indirect call (or 0) and 0; at the end, the number of bytes
  /// printed to stdout before the call and after it. The others are the ranges
  /// of memory that the call reads or writes, two words for each.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In recordings of instructions, the raw trace has a word for each address
/// that an instruction accesses. This number is added to the address, so that
/// the uppermost byte of the word differs from that of all records and the two
/// can be told apart.
constexpr uint64_t referenceBias = uint64_t(0xe0) << 56;
/// Number of words for which the hook at the start of a basic block makes sure
/// that the chunk has room. In a longer block a later hook checks again.
constexpr uint32_t wordsPerCheck = 256;
/// Number of bytes that are left free at the end of a chunk in recordings of
/// instructions (chunkSlack in other recordings). They are needed because a
/// signal handler may run between a hook's check for room and its records, and
/// write records itself.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// The first word after the head of a LibraryBegin or LibraryEnd record. It
/// describes the library call.
struct LibraryWord {
  uint32_t hook;
  uint16_t model;   ///< index of the called function's model; 0xffff if none
  uint8_t integers; ///< number of general registers that hold arguments
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The ways in which a library call uses a range of memory. In the record of a
/// call, this number is in the uppermost byte of the range's size.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
