// Reads the log of a recording (the raw trace) while the program still runs and
// writes to it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Records/RingReader.h"
#include <algorithm>
#include <ctime>
#include <sys/prctl.h>

using namespace pinstripe;

static constexpr size_t chunkWords = native::chunkSize / sizeof(uint64_t);
/// The reader looks for a new chunk of records this many times before it
/// sleeps. Together these looks take longer than 10 us. In this time, a program
/// that does nothing but execute recorded statements fills a chunk. So the
/// reader does not sleep while such a program runs.
static constexpr unsigned spins = 2000;
static constexpr long sleepNanoseconds = 20000;

RingReader::RingReader(llvm::MutableArrayRef<uint64_t> ring,
                       native::ServerControl &control, RecordDecoder &decoder)
    : ring(ring), control(control), decoder(decoder) {
  assert(!ring.empty() && ring.size() % chunkWords == 0 && "whole chunks");
  __atomic_store_n(&control.chunksWritten, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&control.chunksRead, 0, __ATOMIC_RELEASE);
}

RingReader::~RingReader() {
  if (thread.joinable())
    finish();
}

void RingReader::start() {
  thread = std::thread([this] { read(); });
}

void RingReader::finish() {
  isLast.store(true, std::memory_order_release);
  thread.join();
}

void RingReader::read() {
  // By default, the kernel makes each sleep 50 us longer (timer slack). This
  // call sets the additional time to the minimum.
  ::prctl(PR_SET_TIMERSLACK, 1);
  for (unsigned idle = 0;; ++idle) {
    // The flag `isLast` must be read before the chunks are. If it is set, the
    // program had written all its records by then, so the following look at the
    // chunks finds all of them.
    bool wasLast = isLast.load(std::memory_order_acquire);
    if (readChunks())
      idle = 0;
    if (wasLast)
      break;
    if (idle < spins) {
      __builtin_ia32_pause();
      continue;
    }
    timespec time{0, sleepNanoseconds};
    ::nanosleep(&time, nullptr);
  }
  readChunk();
}

/// Reads all chunks that the program has completed. Returns false if the
/// program has completed no further chunk.
bool RingReader::readChunks() {
  uint64_t written = __atomic_load_n(&control.chunksWritten, __ATOMIC_ACQUIRE);
  if (written == chunksRead)
    return false;
  if (written - chunksRead > ring.size() / chunkWords) {
    damaged = true;
    ended.store(true, std::memory_order_release);
    return false;
  }
  while (chunksRead != written) {
    damaged |= !readChunk();
    ++chunksRead;
    __atomic_store_n(&control.chunksRead, chunksRead, __ATOMIC_RELEASE);
  }
  return true;
}

/// Decodes what the program has written into the next chunk so far, and sets
/// this part of the chunk to zero. Returns true if the program has completed
/// the chunk.
bool RingReader::readChunk() {
  size_t chunks = ring.size() / chunkWords;
  llvm::MutableArrayRef<uint64_t> chunk =
      ring.slice(chunksRead % chunks * chunkWords, chunkWords);
  size_t words = decoder.decode(chunk);
  bool isComplete =
      words == chunkWords || (words != 0 && isChunkEnd(chunk[words - 1]));
  std::fill(chunk.begin(), isComplete ? chunk.begin() + words : chunk.end(), 0);
  count.store(decoder.eventCount(), std::memory_order_relaxed);
  if (damaged || decoder.ending() || decoder.isDamaged())
    ended.store(true, std::memory_order_release);
  return isComplete;
}
