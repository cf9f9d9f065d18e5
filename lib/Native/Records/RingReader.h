// Reads the raw trace, which is the log of a recording, while the program runs.
// The program writes the raw trace into a ring buffer in shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H

#include "Records/RawTrace.h"
#include <atomic>
#include <thread>

namespace pinstripe {

/// Reads the ring buffer of Runtime/TraceWords.h in a thread of its own. That
/// thread does nothing else, because the program waits busily while the buffer
/// is full. The thread zeroes each chunk that it has read and frees it for the
/// program. It does so even if decoding ends early, because otherwise the
/// program would wait until it is killed.
class RingReader {
public:
  /// Resets the counters of chunks in `control` to 0. `ring` must consist of
  /// whole chunks that are all zero. All arguments must outlive the reader.
  RingReader(llvm::MutableArrayRef<uint64_t> ring,
             native::ServerControl &control, RecordDecoder &decoder);
  ~RingReader();
  RingReader(const RingReader &) = delete;
  RingReader &operator=(const RingReader &) = delete;

  /// Starts the thread that reads. Must be called before the program writes.
  void start();
  /// Reads the remaining chunks after the process has ended, including an
  /// incomplete last one. Afterwards the ring buffer is all zero.
  void finish();

  /// Returns whether the program itself has written into the ring buffer. If
  /// so, the records mean nothing. May be called after `finish` only.
  bool isDamaged() const { return damaged || decoder.isDamaged(); }

  // The following functions can be called by any thread at any time.

  /// Returns whether recording has ended: either the decoder has said so, or
  /// the ring buffer is damaged.
  bool hasEnded() const { return ended.load(std::memory_order_acquire); }
  /// Returns the number of events (executions of statements) in the chunks that
  /// were read so far.
  uint64_t eventsSoFar() const { return count.load(std::memory_order_relaxed); }

private:
  void read();
  bool readChunks();
  bool readChunk();

  llvm::MutableArrayRef<uint64_t> ring;
  native::ServerControl &control;
  RecordDecoder &decoder;
  /// Number of chunks that were read. `control` has the same number, but the
  /// program can change it there.
  uint64_t chunksRead = 0;
  bool damaged = false;
  std::atomic<bool> isLast = false;
  std::atomic<bool> ended = false;
  std::atomic<uint64_t> count = 0;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
