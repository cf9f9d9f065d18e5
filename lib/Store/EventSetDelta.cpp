//===- EventSetDelta.cpp - Sets of events as differences ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSetDelta.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LEB128.h"

using namespace pinstripe;
using Bytes = llvm::SmallVector<uint8_t, 0>;

/// First byte: what follows.
enum Form : uint8_t { Plain = 0, Zstd = 1 };
/// Shorter ones do not become shorter.
static constexpr size_t worthCompressing = 64;

static void append(Bytes &bytes, uint64_t number) {
  uint8_t buffer[10];
  unsigned size = llvm::encodeULEB128(number, buffer);
  bytes.append(buffer, buffer + size);
}

static Bytes runsOf(const EventSet &differences) {
  Bytes bytes;
  size_t at = 0;
  for (int begin = differences.find_first(); begin != -1;) {
    int end = differences.find_next_unset(static_cast<unsigned>(begin));
    size_t behind = end == -1 ? differences.size() : static_cast<size_t>(end);
    append(bytes, static_cast<size_t>(begin) - at);
    append(bytes, behind - static_cast<size_t>(begin));
    at = behind;
    begin = end == -1 ? -1 : differences.find_next(static_cast<unsigned>(end));
  }
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
      append(result, runs.size());
      result.append(packed);
      return result;
    }
  }
  result.push_back(Plain);
  result.append(runs);
  return result;
}

static std::optional<uint64_t> take(llvm::ArrayRef<uint8_t> &bytes) {
  unsigned size = 0;
  const char *error = nullptr;
  uint64_t number =
      llvm::decodeULEB128(bytes.begin(), &size, bytes.end(), &error);
  if (error)
    return std::nullopt;
  bytes = bytes.drop_front(size);
  return number;
}

static bool unpack(llvm::ArrayRef<uint8_t> bytes, size_t mostBytes,
                   Bytes &runs) {
  std::optional<uint64_t> size = take(bytes);
  if (!size || *size > mostBytes)
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
  // Each run has an event of its own.
  size_t mostBytes = 20 * (base.size() + size_t(1));
  if (form == Zstd) {
    if (!unpack(bytes, mostBytes, runs))
      return std::nullopt;
    bytes = runs;
  } else if (form != Plain) {
    return std::nullopt;
  }
  uint64_t at = 0, size = base.size();
  while (!bytes.empty()) {
    std::optional<uint64_t> equal = take(bytes);
    std::optional<uint64_t> different =
        equal ? take(bytes) : std::optional<uint64_t>();
    if (!different || *equal > size - at || *different > size - at - *equal)
      return std::nullopt;
    uint64_t begin = at + *equal;
    at = begin + *different;
    for (uint64_t i = begin; i < at; ++i)
      base.flip(static_cast<unsigned>(i));
  }
  return base;
}
