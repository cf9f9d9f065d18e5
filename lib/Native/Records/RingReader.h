// Reads the log of a recording (the raw trace) while the program still runs and
// writes to it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H

#include "Records/RawTrace.h"
#include <atomic>
#include <thread>

namespace pinstripe {

/// Reads the ring buffer of Runtime/TraceWords.h in a thread of its own. The
/// thread does nothing else, so that it is fast: while the buffer is full, the
/// program waits in a busy loop. The thread reads a chunk, sets the chunk to
/// zero, and gives it back to the program. If decoding ends early, the thread
/// still goes on. Otherwise the program would wait until it is killed.
class RingReader {
public:
  /// Sets the counters of chunks in `control` to 0. The size of `ring` must be
  /// a multiple of the size of a chunk, and all of `ring` must be zero. All
  /// arguments must outlive the reader.
  RingReader(llvm::MutableArrayRef<uint64_t> ring,
             native::ServerControl &control, RecordDecoder &decoder);
  ~RingReader();
  RingReader(const RingReader &) = delete;
  RingReader &operator=(const RingReader &) = delete;

  /// Starts the thread that reads the ring buffer. Must be called before the
  /// program writes into the ring buffer.
  void start();
  /// Reads the remaining chunks after the process has ended, including an
  /// incomplete last one. Afterwards the ring buffer is all zero.
  void finish();

  /// Returns whether the program under test has itself written into the ring
  /// buffer. The records in the buffer are then worthless. May be called after
  /// `finish` only.
  bool isDamaged() const { return damaged || decoder.isDamaged(); }

  // The following functions can be called by any thread at any time.

  /// Returns true if recording has ended, because the decoder has said so or
  /// because the ring buffer is damaged.
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
  /// Number of chunks that were read. `control` holds the same number, but the
  /// program could change it there.
  uint64_t chunksRead = 0;
  bool damaged = false;
  std::atomic<bool> isLast = false;
  std::atomic<bool> ended = false;
  std::atomic<uint64_t> count = 0;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_RINGREADER_H
