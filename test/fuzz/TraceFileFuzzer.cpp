// Fuzzes the reader of trace files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader checks the magic number, the version, the blocks, the compression
// and the checksums. TraceFuzzer tests what comes after that. After most
// mutations, the checksums are corrected.

#include "Fuzzing.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;
using llvm::support::endian::read32le;
using llvm::support::endian::write32le;
using llvm::support::endian::write64le;
namespace zstd = llvm::compression::zstd;

namespace {

using Bytes = std::vector<uint8_t>;

constexpr size_t headerSize = 12, checksumSize = 8, blockHeaderSize = 8;

void append(Bytes &bytes, llvm::ArrayRef<uint8_t> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void append32(Bytes &bytes, uint32_t number) {
  uint8_t encoded[4];
  write32le(encoded, number);
  append(bytes, encoded);
}

void appendSum(Bytes &bytes, llvm::ArrayRef<uint8_t> hashed) {
  uint8_t encoded[8];
  write64le(encoded, llvm::xxh3_64bits(hashed));
  append(bytes, encoded);
}

/// A block of a trace file, without its checksum.
struct Block {
  uint32_t size = 0;
  Bytes compressed;
};

struct File {
  Bytes header;
  std::vector<Block> blocks;
};

/// Splits a file into its parts. If the file does not have the form of a trace
/// file, splits it as far as possible.
File takeApart(llvm::ArrayRef<uint8_t> bytes) {
  File file;
  size_t at = std::min(headerSize, bytes.size());
  file.header.assign(bytes.begin(), bytes.begin() + at);
  for (at += checksumSize; at + blockHeaderSize <= bytes.size();) {
    Block block;
    block.size = read32le(&bytes[at]);
    size_t compressed = read32le(&bytes[at + 4]);
    at += blockHeaderSize;
    if (compressed > bytes.size() - at)
      break;
    block.compressed.assign(bytes.begin() + at,
                            bytes.begin() + at + compressed);
    file.blocks.push_back(std::move(block));
    at += compressed + checksumSize;
  }
  return file;
}

/// Joins the parts to a file with correct checksums.
Bytes putTogether(const File &file) {
  Bytes bytes = file.header;
  appendSum(bytes, file.header);
  for (const Block &block : file.blocks) {
    size_t begin = bytes.size() - checksumSize;
    append32(bytes, block.size);
    append32(bytes, block.compressed.size());
    append(bytes, block.compressed);
    appendSum(bytes, llvm::ArrayRef(bytes).drop_front(begin));
  }
  return bytes;
}

void compress(llvm::ArrayRef<uint8_t> payload, Block &block) {
  llvm::SmallVector<uint8_t, 0> compressed;
  if (!payload.empty())
    zstd::compress(payload, compressed, 1);
  block.compressed.assign(compressed.begin(), compressed.end());
  block.size = payload.size();
}

/// Returns the decompressed content of a block. Returns nullopt if the block
/// can't be decompressed, or if its content is larger than that of all seeds.
Bytes payloadOf(const Block &block) {
  constexpr size_t most = 1 << 16;
  llvm::SmallVector<uint8_t, 0> payload;
  if (block.size == 0 || block.size > most)
    return {};
  if (llvm::Error error =
          zstd::decompress(block.compressed, payload, block.size)) {
    llvm::consumeError(std::move(error));
    return {};
  }
  return {payload.begin(), payload.end()};
}

/// Splits one block into two.
void split(File &file, size_t index, Chance &chance) {
  Bytes payload = payloadOf(file.blocks[index]);
  if (payload.size() < 2)
    return;
  size_t at = 1 + chance.below(payload.size() - 1);
  Block first;
  compress(llvm::ArrayRef(payload).take_front(at), first);
  compress(llvm::ArrayRef(payload).drop_front(at), file.blocks[index]);
  file.blocks.insert(file.blocks.begin() + index, std::move(first));
}

/// Returns a wrong size. Huge sizes are rare, since the fuzzer would then spend
/// most of its time on allocating memory.
uint32_t wrongSize(uint32_t size, Chance &chance) {
  if (chance.oneIn(2))
    return size + 1;
  return chance.below(chance.oneIn(100) ? 5 << 20 : 1 << 12);
}

void mutateFile(File &file, Chance &chance) {
  if (file.blocks.empty() || chance.oneIn(20))
    return mutateInPlace(file.header);
  size_t index = chance.below(file.blocks.size());
  Block &block = file.blocks[index];
  switch (chance.below(8)) {
  case 0:
    return split(file, index, chance);
  case 1:
    return mutate(block.compressed, block.compressed.size() + 32);
  case 2:
    block.size = wrongSize(block.size, chance);
    return;
  default:
    Bytes payload = payloadOf(block);
    mutate(payload, payload.size() + 32);
    compress(payload, block);
  }
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  Chance chance(seed);
  if (chance.oneIn(10))
    return LLVMFuzzerMutate(data, size, most);
  File file = takeApart({data, size});
  mutateFile(file, chance);
  Bytes bytes = putTogether(file);
  if (bytes.size() > most)
    return LLVMFuzzerMutate(data, size, most);
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const FileInMemory file;
  file.write(textOf(data, size));
  auto stored = readTrace(file.path());
  if (accepted(stored))
    for (Event event : stored->trace.allEvents())
      (void)stored->table.unitOf(event.entry);
  return 0;
}
