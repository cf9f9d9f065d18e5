//===- SourceCache.cpp - Parses that need not be made again ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceCache.h"
#include "pinstripe/Support/AtomicFile.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

#include <cstdlib>

using namespace llvm;
using support::endian::read32le;
using support::endian::read64le;

namespace pinstripe {

namespace {

namespace zstd = compression::zstd;

// As that of trace files: what a transfer as text would change shows.
constexpr StringLiteral magic("\x89PSU\r\n\x1a\n");
constexpr size_t checksumAt = 8 + 4;
constexpr size_t sizeAt = checksumAt + 8;
constexpr size_t headerSize = sizeAt + 4;
constexpr size_t largestPayload = size_t(256) << 20;
constexpr int compressionLevel = 3;
constexpr StringLiteral suffix(".unit");

/// A text that tells lists apart whatever is in their elements.
void append(std::string &key, StringRef text) {
  key += utostr(text.size()) + ":";
  key += text;
}

void appendAll(std::string &key, ArrayRef<std::string> texts) {
  key += utostr(texts.size()) + "[";
  for (const std::string &text : texts)
    append(key, text);
}

/// Another build of the tool may walk the same AST in another way.
std::string describeTool() {
  std::string path = sys::fs::getMainExecutable(nullptr, nullptr);
  sys::fs::file_status status;
  if (sys::fs::status("/proc/self/exe", status))
    return "";
  return path + ":" + utostr(status.getSize()) + ":" +
         itostr(status.getLastModificationTime().time_since_epoch().count());
}

/// Besides command lines, Clang's driver obeys these.
std::string describeEnvironment() {
  std::string described;
  for (const char *name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH",
        "CLANG_NO_DEFAULT_CONFIG", "SOURCE_DATE_EPOCH"}) {
    const char *value = std::getenv(name);
    append(described, value ? StringRef(value) : StringRef("\0", 1));
  }
  return described;
}

/// The payload; empty if the file is not what we wrote.
SmallVector<uint8_t, 0> unpack(StringRef file) {
  SmallVector<uint8_t, 0> payload;
  if (file.size() < headerSize || !file.starts_with(magic) ||
      read32le(file.data() + magic.size()) != SOURCE_FORMAT_VERSION ||
      read64le(file.data() + checksumAt) !=
          xxh3_64bits(file.drop_front(sizeAt)))
    return payload;
  size_t size = read32le(file.data() + sizeAt);
  if (size > largestPayload)
    return payload;
  StringRef compressed = file.drop_front(headerSize);
  if (Error error =
          zstd::decompress(arrayRefFromStringRef(compressed), payload, size)) {
    consumeError(std::move(error)); // as if there were no file
    payload.clear();
  }
  return payload;
}

std::string pack(ArrayRef<uint8_t> payload) {
  SmallVector<uint8_t, 0> compressed;
  zstd::compress(payload, compressed, compressionLevel);
  std::string body(4, '\0');
  support::endian::write32le(body.data(), payload.size());
  body += toStringRef(compressed);
  std::string file(magic);
  file.resize(sizeAt);
  support::endian::write32le(file.data() + magic.size(), SOURCE_FORMAT_VERSION);
  support::endian::write64le(file.data() + checksumAt, xxh3_64bits(body));
  return file + body;
}

/// So that the files in use are the youngest.
void touch(const std::string &path) {
  int descriptor = -1;
  if (sys::fs::openFileForWrite(path, descriptor, sys::fs::CD_OpenExisting))
    return; // a folder that we may only read
  // As above: what fails here costs a parse some day.
  (void)sys::fs::setLastAccessAndModificationTime(
      descriptor, std::chrono::system_clock::now());
  (void)sys::Process::SafelyCloseFileDescriptor(descriptor);
}

struct AgedFile {
  sys::TimePoint<> used;
  uint64_t size = 0;
  std::string path;
};

std::vector<AgedFile> oldestFirst(StringRef folder) {
  std::vector<AgedFile> files;
  std::error_code error;
  for (sys::fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    sys::fs::file_status status;
    if (StringRef(at->path()).ends_with(suffix) &&
        !sys::fs::status(at->path(), status))
      files.push_back(
          {status.getLastModificationTime(), status.getSize(), at->path()});
  }
  llvm::sort(files, [](const AgedFile &a, const AgedFile &b) {
    return std::tie(a.used, a.path) < std::tie(b.used, b.path);
  });
  return files;
}

} // namespace

SourceCache::SourceCache(std::string folder) : folder(std::move(folder)) {
  std::string tool = describeTool();
  if (tool.empty() || !zstd::isAvailable())
    this->folder.clear();
  append(maker, tool);
  append(maker, clang::getClangFullVersion());
  append(maker, describeEnvironment());
}

SourceCache::~SourceCache() {
  if (!hasGrown)
    return;
  std::vector<AgedFile> files = oldestFirst(folder);
  uint64_t bytes = 0;
  for (const AgedFile &file : files)
    bytes += file.size;
  for (const AgedFile &file : files) {
    if (bytes <= mostBytes)
      break;
    // Another tool may have been faster.
    (void)sys::fs::remove(file.path);
    bytes -= file.size;
  }
}

std::string SourceCache::fileFor(ArrayRef<CompileCommand> commands) const {
  std::string key = maker;
  for (const CompileCommand &command : commands) {
    append(key, command.directory);
    appendAll(key, command.arguments);
    appendAll(key, command.userFolders);
  }
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(key));
  SmallString<256> path(folder);
  sys::path::append(path, utohexstr(hash.high64, true, 16) +
                              utohexstr(hash.low64, true, 16) + suffix);
  return std::string(path);
}

std::optional<ParsedSource>
SourceCache::find(ArrayRef<CompileCommand> commands) {
  if (folder.empty())
    return std::nullopt;
  std::string path = fileFor(commands);
  if (!sys::fs::is_regular_file(path))
    return std::nullopt;
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!file)
    return std::nullopt;
  std::optional<KeptSource> kept = decodeSource(unpack((*file)->getBuffer()));
  if (!kept || !current.agreeWith(kept->answers))
    return std::nullopt;
  touch(path);
  return std::move(kept->source);
}

void SourceCache::keep(ArrayRef<CompileCommand> commands,
                       const KeptSource &kept) {
  if (folder.empty())
    return;
  SmallVector<uint8_t, 0> payload = encodeSource(kept);
  if (payload.size() > largestPayload)
    return;
  constexpr auto onlyUser = sys::fs::owner_all;
  if (sys::fs::create_directories(folder, /*IgnoreExisting=*/true, onlyUser))
    return;
  if (Error error = writeFileAtomically(fileFor(commands), pack(payload),
                                        Durability::ProcessKill)) {
    consumeError(std::move(error)); // then the next parse is made, too
    return;
  }
  hasGrown = true;
}

} // namespace pinstripe
