//===- TraceFile.cpp - Traces on disk -------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Trace/TraceFile.h"
#include "TraceCodec.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

namespace pinstripe {
namespace {

namespace zstd = llvm::compression::zstd;

// As PNG does: a byte beyond ASCII and a line end of each kind, so that a
// transfer as text shows.
constexpr llvm::StringLiteral magic("\x89PST\r\n\x1a\n");
constexpr size_t headerSize = 8 + 4 + 8 + 8;
constexpr size_t checksumSize = 8;
constexpr uint64_t fileLimit = uint64_t(4) << 30;
constexpr uint64_t payloadLimit = uint64_t(8) << 30;
/// zstd can't do better: a block of 128 KiB takes at least 4 bytes.
constexpr uint64_t bestRatio = 32768;

template <typename Number> void append(std::string &bytes, Number number) {
  char buffer[sizeof(Number)];
  llvm::support::endian::write<Number, llvm::endianness::little>(buffer,
                                                                 number);
  bytes.append(buffer, sizeof(Number));
}

template <typename Number> Number numberAt(llvm::StringRef bytes, size_t at) {
  return llvm::support::endian::read<Number, llvm::endianness::little>(
      bytes.data() + at);
}

struct Header {
  uint64_t payloadSize = 0;
  uint64_t compressedSize = 0;
};

llvm::Error refusal(llvm::StringRef path, const llvm::Twine &what) {
  return llvm::make_error<TraceFormatError>(path + ": " + what +
                                            "; record it again");
}

/// Magic, version, size and checksum, in the order in which they tell most.
llvm::Expected<Header> checkFrame(llvm::StringRef path, llvm::StringRef bytes) {
  if (!bytes.starts_with(magic) && !magic.starts_with(bytes))
    return refusal(path, "not a trace of pinstripe");
  if (bytes.size() < headerSize + checksumSize)
    return refusal(path, "a truncated trace, " + llvm::Twine(bytes.size()) +
                             " bytes long");
  uint32_t version = numberAt<uint32_t>(bytes, 8);
  if (version != TRACE_FORMAT_VERSION)
    return refusal(path, "a trace of version " + llvm::Twine(version) +
                             ", this pinstripe reads version " +
                             llvm::Twine(TRACE_FORMAT_VERSION));
  Header header{numberAt<uint64_t>(bytes, 12), numberAt<uint64_t>(bytes, 20)};
  uint64_t present = bytes.size() - headerSize - checksumSize;
  if (present < header.compressedSize)
    return refusal(path, "a truncated trace, " +
                             llvm::Twine(header.compressedSize - present) +
                             " bytes are missing");
  size_t checksumAt = bytes.size() - checksumSize;
  if (present != header.compressedSize ||
      llvm::xxh3_64bits(bytes.take_front(checksumAt)) !=
          numberAt<uint64_t>(bytes, checksumAt))
    return refusal(path, "a damaged trace, its checksum does not hold");
  return header;
}

llvm::Expected<detail::Bytes> decompress(llvm::StringRef path,
                                         const Header &header,
                                         llvm::StringRef compressed) {
  detail::Bytes payload;
  if (header.payloadSize > payloadLimit ||
      header.payloadSize / bestRatio > compressed.size())
    return refusal(path, "a trace with an impossible size");
  size_t size = header.payloadSize;
  payload.resize_for_overwrite(size);
  llvm::Error error = zstd::decompress(llvm::arrayRefFromStringRef(compressed),
                                       payload.data(), size);
  if (error || size != header.payloadSize) {
    // zstd only knows that it could not go on.
    llvm::consumeError(std::move(error));
    return refusal(path, "a damaged trace, it can't be decompressed");
  }
  return payload;
}

} // namespace

llvm::Error writeTrace(llvm::StringRef path, const Trace &trace,
                       const UnitTable &table) {
  std::string misfit =
      findMisfit(trace.allEvents(), trace.allInvocations(), table);
  if (!misfit.empty())
    return llvm::make_error<EngineError>(
        "the recording does not fit the program model: " + misfit);
  detail::Bytes payload = encodePayload(trace, table);
  detail::Bytes compressed;
  zstd::compress(payload, compressed);
  std::string file(magic);
  append<uint32_t>(file, TRACE_FORMAT_VERSION);
  append<uint64_t>(file, payload.size());
  append<uint64_t>(file, compressed.size());
  file.append(compressed.begin(), compressed.end());
  append<uint64_t>(file, llvm::xxh3_64bits(file));
  // The checksum tells what a power loss has done to it.
  return writeFileAtomically(path, file, Durability::ProcessKill);
}

llvm::Expected<StoredTrace> readTrace(llvm::StringRef path) {
  auto bytes = readFile(path, fileLimit);
  if (!bytes)
    return bytes.takeError();
  auto header = checkFrame(path, *bytes);
  if (!header)
    return header.takeError();
  auto payload = decompress(
      path, *header,
      llvm::StringRef(*bytes).substr(headerSize, header->compressedSize));
  if (!payload)
    return payload.takeError();
  auto stored = parseTracePayload(*payload);
  if (!stored)
    return refusal(path, llvm::toString(stored.takeError()));
  return stored;
}

llvm::Expected<StoredTrace> parseTracePayload(llvm::ArrayRef<uint8_t> payload) {
  RawTrace raw;
  StoredTrace stored;
  if (!decodePayload(payload, raw, stored.table))
    return llvm::make_error<TraceFormatError>(
        "a damaged trace, its content can't be decoded");
  std::string misfit = findMisfit(raw.events, raw.invocations, stored.table);
  if (!misfit.empty())
    return llvm::make_error<TraceFormatError>("a damaged trace, it holds " +
                                              misfit);
  stored.trace = Trace(std::move(raw.events), std::move(raw.invocations));
  return stored;
}

} // namespace pinstripe
