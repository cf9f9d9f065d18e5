// Declares the format of the raw trace in shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

/// The raw trace is a ring buffer of chunks. A record has 8 bytes: the low half
/// of rbp, then a tag. At a function entry rsp and rbp follow, 8 bytes each.
/// The tag is never 0 and is written last. The tool zeroes the records that it
/// has read before it hands back their chunk.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  Unit = 0u << 30,  ///< a unit; the low bits hold the hook's index + 1
  Exit = 1u << 30,  ///< an exit; the low bits hold the hook's index + 1
  Enter = 2u << 30, ///< function entry, 24 bytes; low bits: hook's index + 1
  Other = 3u << 30, ///< other records; the low bits hold a RawMark
};
enum class RawMark : uint32_t {
  ChunkEnd = 1,     ///< the records continue in the next chunk
  ExitFunction = 2, ///< libc's exit() was called; rsp follows; 16 bytes
  /// The begin or end of a library call in a recording of instructions. The low
  /// half of the record is the number of words that follow: a LibraryWord; the
  /// target of an indirect call, or where the output begins and ends; then two
  /// words for each range of memory.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In detailed recordings units, exits and starts of blocks have records of 8
/// bytes. The address of a memory reference is a word of its own: with this
/// bias its uppermost byte differs from that of all records.
constexpr uint64_t referenceBias = uint64_t(0xe0) << 56;
/// The first record of a block makes sure that there is room for this many
/// words. In a longer block a later record checks again.
constexpr uint32_t wordsPerCheck = 256;
/// Like chunkSlack, but for recordings of instructions. A signal handler may
/// run between the check for room and the records, and write records itself.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// The first word after a LibraryBegin or LibraryEnd.
struct LibraryWord {
  uint32_t hook;
  uint16_t model;   ///< index of the callee's model, or 0xffff
  uint8_t integers; ///< number of general registers that hold arguments
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The kind of a range of memory, which is in the uppermost byte of its size.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
