// Reads and writes trace files, which hold a trace and its table of statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/TraceFile.h"
#include "TraceCodec.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

namespace pinstripe {
namespace {

namespace zstd = llvm::compression::zstd;

// The magic number of trace files. Like the one of PNG, it contains a byte
// beyond ASCII and line ends of each kind. A transfer in text mode changes
// these bytes, so the damage is noticed.
constexpr llvm::StringLiteral magic("\x89PST\r\n\x1a\n");
constexpr size_t checksumSize = 8;
constexpr size_t headerSize = 8 + 4;
constexpr size_t blockHeaderSize = 4 + 4;
constexpr size_t blockSize = size_t(1) << 20;
/// The compression level of zstd. At this level, zstd is twice as fast as at
/// LLVM's default level, and the files are as small.
constexpr int compressionLevel = 3;
constexpr size_t maxBlockSize = size_t(4) << 20;

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

llvm::Error refusal(llvm::StringRef path, const llvm::Twine &what) {
  return llvm::make_error<TraceFormatError>(path + ": " + what +
                                            "; record it again");
}

/// Writes the blocks of a trace file, up to the first error.
class BlockWriter {
public:
  explicit BlockWriter(AtomicFile &file) : file(file) {
    std::string header(magic);
    append<uint32_t>(header, TRACE_FORMAT_VERSION);
    write(header);
  }
  ~BlockWriter() { llvm::consumeError(std::move(error)); }

  void add(llvm::ArrayRef<uint8_t> part) {
    detail::Bytes compressed;
    if (!part.empty())
      zstd::compress(part, compressed, compressionLevel);
    std::string block;
    append<uint64_t>(block, checksum);
    append<uint32_t>(block, part.size());
    append<uint32_t>(block, compressed.size());
    block.append(compressed.begin(), compressed.end());
    write(block);
  }
  llvm::Error finish() {
    add({});
    return std::move(error);
  }

private:
  /// Writes the header or a block, and then its checksum. In memory, a block
  /// begins with the previous checksum. The new checksum includes the previous
  /// one, which is not written a second time.
  void write(std::string block) {
    size_t hashed = isFirst ? 0 : checksumSize;
    isFirst = false;
    checksum = llvm::xxh3_64bits(block);
    append<uint64_t>(block, checksum);
    if (!error)
      error = file.append(llvm::StringRef(block).drop_front(hashed));
  }

  AtomicFile &file;
  bool isFirst = true;
  uint64_t checksum = 0;
  llvm::Error error = llvm::Error::success();
};

/// Reads the blocks of a trace file, and remembers the first error.
class BlockReader {
public:
  BlockReader(llvm::StringRef path, InputFile &file) : path(path), file(file) {}
  ~BlockReader() { llvm::consumeError(std::move(error)); }

  /// Checks the header: the magic number, the version and the checksum, in this
  /// order, so that the error message says as much as possible.
  void readHeader();
  /// Returns the next part of the payload (the decompressed content of a
  /// block); empty at the end of the payload and after an error.
  llvm::ArrayRef<uint8_t> next();
  llvm::Error takeError() { return std::move(error); }

private:
  void noteError(llvm::Error another) {
    if (error)
      llvm::consumeError(std::move(another));
    else
      error = std::move(another);
  }
  void refuse(const llvm::Twine &what) { noteError(refusal(path, what)); }
  /// Appends `size` bytes of the file to `block`. Returns false if the file has
  /// fewer bytes left.
  bool read(size_t size);
  bool checkSum();
  void checkEnd();

  std::string path;
  InputFile &file;
  /// The checksum of the previous block, followed by the content of the block
  /// that is being read. The checksum of a block is computed from both, so it
  /// depends on all blocks before it.
  std::string block;
  detail::Bytes part;
  uint64_t bytesRead = 0;
  bool isAtEnd = false;
  llvm::Error error = llvm::Error::success();
};

bool BlockReader::read(size_t size) {
  size_t before = block.size();
  block.resize(before + size);
  auto got = file.read({block.data() + before, size});
  if (!got) {
    noteError(got.takeError());
    return false;
  }
  bytesRead += *got;
  block.resize(before + *got);
  return *got == size;
}

/// Reads the next checksum from the file, and compares it with the checksum of
/// `block`. Afterwards `block` holds only the checksum that was read, and the
/// next block is appended to it. So each checksum depends on all blocks before
/// it.
bool BlockReader::checkSum() {
  uint64_t sum = llvm::xxh3_64bits(block);
  block.clear();
  if (!read(checksumSize)) {
    refuse("a truncated trace, " + llvm::Twine(bytesRead) + " bytes long");
    return false;
  }
  if (numberAt<uint64_t>(block, 0) == sum)
    return true;
  refuse("a damaged trace, its checksum does not hold");
  return false;
}

void BlockReader::readHeader() {
  bool isComplete = read(headerSize);
  if (error)
    return;
  if (!llvm::StringRef(block).starts_with(magic) && !magic.starts_with(block))
    return refuse("not a trace of pinstripe");
  if (!isComplete)
    return refuse("a truncated trace, " + llvm::Twine(bytesRead) +
                  " bytes long");
  uint32_t version = numberAt<uint32_t>(block, 8);
  if (version != TRACE_FORMAT_VERSION)
    return refuse("a trace of version " + llvm::Twine(version) +
                  ", this pinstripe reads version " +
                  llvm::Twine(TRACE_FORMAT_VERSION));
  checkSum();
}

llvm::ArrayRef<uint8_t> BlockReader::next() {
  if (error || isAtEnd)
    return {};
  auto truncated = [&]() -> llvm::ArrayRef<uint8_t> {
    refuse("a truncated trace, " + llvm::Twine(bytesRead) + " bytes long");
    return {};
  };
  if (!read(blockHeaderSize))
    return truncated();
  size_t size = numberAt<uint32_t>(block, checksumSize);
  size_t compressedSize = numberAt<uint32_t>(block, checksumSize + 4);
  if (size > maxBlockSize || compressedSize > 2 * maxBlockSize) {
    refuse("a damaged trace, with a block of impossible size");
    return {};
  }
  if (!read(compressedSize))
    return truncated();
  std::string compressed = block.substr(checksumSize + blockHeaderSize);
  if (!checkSum())
    return {};
  if (size == 0) {
    checkEnd();
    return {};
  }
  part.resize_for_overwrite(size);
  size_t got = size;
  llvm::Error failed = zstd::decompress(llvm::arrayRefFromStringRef(compressed),
                                        part.data(), got);
  if (failed || got != size) {
    // zstd's error gives no reason. An error that names the file replaces it.
    llvm::consumeError(std::move(failed));
    refuse("a damaged trace, it can't be decompressed");
    return {};
  }
  return part;
}

void BlockReader::checkEnd() {
  isAtEnd = true;
  if (read(1))
    refuse("a damaged trace, something follows its end");
}

llvm::Expected<StoredTrace> parse(PayloadSource source) {
  RawTrace raw;
  StoredTrace stored;
  bool isDecoded = decodePayload(source, raw, stored.table);
  if (raw.missingMemory != 0)
    return llvm::make_error<TargetError>(
        "a trace that takes " + describeBytes(raw.missingMemory) +
        " of memory, " + describeBytes(availableMemory()) +
        " of which are free; end other programs, or record a shorter run");
  if (!isDecoded)
    return llvm::make_error<TraceFormatError>(
        "a damaged trace, its content can't be decoded");
  std::string misfit = findMisfit(raw.events, raw.invocations, stored.table);
  if (!misfit.empty())
    return llvm::make_error<TraceFormatError>("a damaged trace, it holds " +
                                              misfit);
  stored.trace = Trace(std::move(raw.events), std::move(raw.invocations));
  return stored;
}

} // namespace

llvm::Error writeTrace(llvm::StringRef path, const Trace &trace,
                       const UnitTable &table) {
  std::string misfit =
      findMisfit(trace.allEvents(), trace.allInvocations(), table);
  if (!misfit.empty())
    return llvm::make_error<EngineError>(
        "the recording does not fit the program model: " + misfit);
  // The file is not flushed to the disk. If a power loss damages it, the
  // checksums will reveal the damage.
  auto file = AtomicFile::create(path, Durability::ProcessKill);
  if (!file)
    return file.takeError();
  BlockWriter writer(*file);
  encodePayload(trace.allEvents(), trace.allInvocations(), table, blockSize,
                [&](llvm::ArrayRef<uint8_t> part) { writer.add(part); });
  if (llvm::Error error = writer.finish())
    return error;
  return file->commit();
}

llvm::Expected<StoredTrace> readTrace(llvm::StringRef path) {
  auto file = InputFile::open(path);
  if (!file)
    return file.takeError();
  BlockReader reader(path, *file);
  reader.readHeader();
  auto stored = parse([&reader] { return reader.next(); });
  // An error in decoding may be the consequence of an error in reading. So if
  // both have occurred, the error in reading is reported.
  if (llvm::Error error = reader.takeError()) {
    if (!stored)
      llvm::consumeError(stored.takeError());
    return error;
  }
  if (stored.errorIsA<TargetError>())
    return llvm::make_error<TargetError>(path + ": " +
                                         llvm::toString(stored.takeError()));
  if (!stored)
    return refusal(path, llvm::toString(stored.takeError()));
  stored->table.userFolder = currentFolder();
  return stored;
}

llvm::Expected<StoredTrace> parseTracePayload(llvm::ArrayRef<uint8_t> payload) {
  return parse(
      [&payload] { return std::exchange(payload, llvm::ArrayRef<uint8_t>()); });
}

} // namespace pinstripe
