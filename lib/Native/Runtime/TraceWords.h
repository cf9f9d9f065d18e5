// Declares the format of the raw trace, the log of a recording in shared
// memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

/// The raw trace is the log of a recording. It is a ring buffer of chunks,
/// which hold records. Most records have 8 bytes: the lower 4 bytes of rbp,
/// then a tag of 4 bytes. The record of a function entry goes on with rsp and
/// rbp, 8 bytes each.
///
/// The tag is never 0 and is written last, so a record whose tag is not 0 is
/// complete. That is why the tool zeroes the records that it has read, before
/// it frees their chunk.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  /// A statement begins to execute. The low bits of the tag hold 1 plus the
  /// index of the statement's hook.
  Unit = 0u << 30,
  /// A function exits. The low bits of the tag hold 1 plus the index of the
  /// hook at the exit.
  Exit = 1u << 30,
  /// A function is entered; the record has 24 bytes. The low bits of the tag
  /// hold 1 plus the index of the hook at the function's entry.
  Enter = 2u << 30,
  /// The record is of another kind. The low bits of its tag hold a RawMark,
  /// which names the kind.
  Other = 3u << 30,
};
inline uint32_t tagOf(uint64_t record) {
  return static_cast<uint32_t>(record >> 32);
}
enum class RawMark : uint32_t {
  ChunkEnd = 1, ///< the log goes on in the next chunk of the ring buffer
  /// The program has called libc's exit(). This record of the log has 16 bytes;
  /// the last 8 of them are the stack pointer, rsp.
  ExitFunction = 2,
  /// A library call begins (LibraryBegin) or ends (LibraryEnd), in a recording
  /// of instructions. The first 4 bytes of the record, before the tag, hold the
  /// number of 8-byte words that follow the tag. The words are:
  ///
  /// - A LibraryWord.
  /// - In LibraryBegin: the target of the call if it is indirect, otherwise 0;
  ///   then a second word that is 0.
  /// - In LibraryEnd: the number of bytes printed to stdout before the call;
  ///   then the number after the call.
  /// - Two words for each range of memory that the call reads or writes.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In recordings of instructions, the log also has a word for each address that
/// an instruction accesses. The word is the address plus this number. No record
/// begins with a word that has the same uppermost byte. So the decoder can tell
/// such words from records.
constexpr uint64_t referenceBias = uint64_t(0xe0) << 56;
/// The hook at the start of a basic block makes sure that the current chunk of
/// the log has room for this many words. If the block needs more words, a later
/// hook checks again.
constexpr uint32_t wordsPerCheck = 256;
/// The number of bytes that stay free at the end of each chunk of the log, in
/// recordings of instructions. The reserve is for a signal handler: it can run,
/// and write records, after a hook has made sure that there is room and before
/// the hook has written its records. In other recordings, chunkSlack bytes are
/// enough.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// Describes a library call in the log of a recording. The log has a record at
/// the start of each library call and another one at its end. In both, a
/// LibraryWord comes just after the record's tag.
struct LibraryWord {
  uint32_t hook;
  /// Index of the called function's ModelRecord; 0xffff if none.
  uint16_t model;
  uint8_t integers; ///< number of general registers with arguments of the call
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The ways in which a library call uses a range of memory. The record of a
/// call has a word for the size of each range. The uppermost byte of this word
/// is the RangeKind.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACEWORDS_H
