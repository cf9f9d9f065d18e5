//===- RingReader.h - Takes a raw trace while the program runs --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RINGREADER_H
#define PINSTRIPE_LIB_NATIVE_RINGREADER_H

#include "RawTrace.h"
#include <atomic>
#include <thread>

namespace pinstripe {

/// Reads the ring of chunks (Runtime/Layout.h) on a thread of its own: the
/// program spins where the ring is full, so whoever reads must not be busy
/// with anything else. What was read is zeroed and handed back.
///
/// Where decoding ends before the program does, the ring is emptied all the
/// same, so that the program can be killed at leisure.
class RingReader {
public:
  /// `ring` is as long as its chunks and all zero; all must outlive the
  /// reader. Sets the counters of chunks back.
  RingReader(llvm::MutableArrayRef<uint64_t> ring,
             native::ServerControl &control, RecordDecoder &decoder);
  ~RingReader();
  RingReader(const RingReader &) = delete;
  RingReader &operator=(const RingReader &) = delete;

  /// Before the program begins to write.
  void start();
  /// After the process has ended: reads the rest, the unfinished last chunk
  /// with it. The ring is all zero then.
  void finish();

  /// The program wrote into the ring: there is no telling what it did. After
  /// `finish`.
  bool isDamaged() const { return damaged || decoder.isDamaged(); }

  // From any thread, while it reads:

  /// The decoder has an ending, or there is damage: nothing more is recorded.
  bool hasEnded() const { return ended.load(std::memory_order_acquire); }
  /// As of the last chunk.
  uint64_t eventsSoFar() const { return count.load(std::memory_order_relaxed); }

private:
  void read();
  bool readChunks();
  bool readChunk();

  llvm::MutableArrayRef<uint64_t> ring;
  native::ServerControl &control;
  RecordDecoder &decoder;
  uint64_t chunksRead = 0; ///< the program could change that in `control`
  bool damaged = false;
  std::atomic<bool> isLast = false;
  std::atomic<bool> ended = false;
  std::atomic<uint64_t> count = 0;
  std::thread thread;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RINGREADER_H
