// Encodes a set of events as the difference from another set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EventSetDelta.h"
#include "pinstripe/Support/LEB128.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

using namespace pinstripe;
using Bytes = llvm::SmallVector<uint8_t, 0>;

/// The first byte of an encoded set, which says how the other bytes are
/// encoded.
enum Form : uint8_t { Plain = 0, Zstd = 1 };
/// The smallest number of bytes that are worth compressing.
static constexpr size_t worthCompressing = 64;

static Bytes runsOf(const EventSet &differences) {
  Bytes bytes;
  size_t at = 0;
  differences.forEachRun([&](size_t first, size_t end) {
    appendLEB128(bytes, first - at);
    appendLEB128(bytes, end - first);
    at = end;
  });
  return bytes;
}

Bytes pinstripe::encodeDelta(const EventSet &base, const EventSet &set) {
  EventSet differences = base;
  differences ^= set;
  Bytes runs = runsOf(differences);
  Bytes result;
  if (runs.size() >= worthCompressing) {
    Bytes packed;
    llvm::compression::zstd::compress(runs, packed, /*Level=*/1);
    if (packed.size() + 10 < runs.size()) {
      result.push_back(Zstd);
      appendLEB128(result, runs.size());
      result.append(packed);
      return result;
    }
  }
  result.push_back(Plain);
  result.append(runs);
  return result;
}

static bool unpack(llvm::ArrayRef<uint8_t> bytes, size_t maxBytes,
                   Bytes &runs) {
  std::optional<uint64_t> size = takeLEB128(bytes);
  if (!size || *size > maxBytes)
    return false;
  if (llvm::Error error =
          llvm::compression::zstd::decompress(bytes, runs, *size)) {
    llvm::consumeError(std::move(error));
    return false;
  }
  return runs.size() == *size;
}

std::optional<EventSet> pinstripe::applyDelta(EventSet base,
                                              llvm::ArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return std::nullopt;
  uint8_t form = bytes.front();
  bytes = bytes.drop_front();
  Bytes runs;
  // A valid encoded set has at most two numbers, of ten bytes each, for each
  // event. With this limit, a damaged file can't make the decoder allocate much
  // memory.
  size_t maxBytes = 20 * (base.universe() + size_t(1));
  if (form == Zstd) {
    if (!unpack(bytes, maxBytes, runs))
      return std::nullopt;
    bytes = runs;
  } else if (form != Plain) {
    return std::nullopt;
  }
  EventSet differences(base.universe());
  uint64_t at = 0, size = base.universe();
  while (!bytes.empty()) {
    std::optional<uint64_t> equal = takeLEB128(bytes);
    std::optional<uint64_t> different =
        equal ? takeLEB128(bytes) : std::optional<uint64_t>();
    if (!different || *equal > size - at || *different > size - at - *equal)
      return std::nullopt;
    uint64_t begin = at + *equal;
    at = begin + *different;
    differences.insertRange(EventIndex(begin), EventIndex(at));
  }
  base ^= differences;
  return base;
}
