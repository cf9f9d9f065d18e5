// Reads the raw trace from shared memory while the program runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H

#include "Records/RawTrace.h"
#include <atomic>
#include <thread>

namespace pinstripe {

/// Reads the ring buffer of chunks (Runtime/TraceWords.h) on a thread of its
/// own. The program spins while the buffer is full, so the reader must have
/// nothing else to do. Chunks that were read are zeroed and handed back. If
/// decoding ends before the program does, the reader goes on emptying the
/// buffer, so that the program does not block until it is killed.
class RingReader {
public:
  /// Resets the counters of chunks. `ring` consists of whole chunks and is all
  /// zero. All arguments must outlive the reader.
  RingReader(llvm::MutableArrayRef<uint64_t> ring,
             native::ServerControl &control, RecordDecoder &decoder);
  ~RingReader();
  RingReader(const RingReader &) = delete;
  RingReader &operator=(const RingReader &) = delete;

  /// Starts the thread that reads. Must come before the program's first write.
  void start();
  /// Reads the remaining records after the process has ended, including those
  /// in the unfinished last chunk. After that the ring buffer is all zero.
  void finish();

  /// Returns whether the program has written into the ring buffer, so that its
  /// records mean nothing. Must be called after `finish`.
  bool isDamaged() const { return damaged || decoder.isDamaged(); }

  // The following functions can be called from any thread at any time.

  /// Returns whether recording has ended, by an ending of the decoder or by
  /// damage to the ring buffer.
  bool hasEnded() const { return ended.load(std::memory_order_acquire); }
  /// Returns how many events the chunks read so far contain.
  uint64_t eventsSoFar() const { return count.load(std::memory_order_relaxed); }

private:
  void read();
  bool readChunks();
  bool readChunk();

  llvm::MutableArrayRef<uint64_t> ring;
  native::ServerControl &control;
  RecordDecoder &decoder;
  /// A copy of the counter in `control`, which the program can change.
  uint64_t chunksRead = 0;
  bool damaged = false;
  std::atomic<bool> isLast = false;
  std::atomic<bool> ended = false;
  std::atomic<uint64_t> count = 0;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
