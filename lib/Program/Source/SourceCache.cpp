// Stores the results of parses so that a program is parsed only once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceCache.h"
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

using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace pinstripe {

namespace {

namespace zstd = llvm::compression::zstd;

// The magic number of a cache file. It contains line ends. If the file is
// transferred as text, the line ends change, so the damage is noticed.
constexpr llvm::StringLiteral magic("\x89PSU\r\n\x1a\n");
constexpr size_t checksumAt = 8 + 4;
constexpr size_t sizeAt = checksumAt + 8;
constexpr size_t headerSize = sizeAt + 4;
constexpr size_t maxPayload = size_t(256) << 20;
constexpr int compressionLevel = 3;
constexpr llvm::StringLiteral suffix(".unit");

/// Appends a text with its length to a key, so that the texts "ab" and "c" give
/// another key than the texts "a" and "bc".
void append(std::string &key, llvm::StringRef text) {
  key += llvm::utostr(text.size()) + ":";
  key += text;
}

void appendAll(std::string &key, llvm::ArrayRef<std::string> texts) {
  key += llvm::utostr(texts.size()) + "[";
  for (const std::string &text : texts)
    append(key, text);
}

/// Returns a text that identifies this build of the tool, since another build
/// may list other statements for the same source.
std::string describeTool() {
  std::string path = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status("/proc/self/exe", status))
    return "";
  return path + ":" + llvm::utostr(status.getSize()) + ":" +
         llvm::itostr(
             status.getLastModificationTime().time_since_epoch().count());
}

/// Returns the values of the environment variables that influence how Clang
/// parses a source.
std::string describeEnvironment() {
  std::string described;
  for (const char *name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH",
        "CLANG_NO_DEFAULT_CONFIG", "SOURCE_DATE_EPOCH"}) {
    const char *value = std::getenv(name);
    append(described,
           value ? llvm::StringRef(value) : llvm::StringRef("\0", 1));
  }
  return described;
}

/// Returns the decompressed content of a cache file; empty if the file is
/// damaged or has another format.
llvm::SmallVector<uint8_t, 0> unpack(llvm::StringRef file) {
  llvm::SmallVector<uint8_t, 0> payload;
  if (file.size() < headerSize || !file.starts_with(magic) ||
      read32le(file.data() + magic.size()) != SOURCE_FORMAT_VERSION ||
      read64le(file.data() + checksumAt) !=
          llvm::xxh3_64bits(file.drop_front(sizeAt)))
    return payload;
  size_t size = read32le(file.data() + sizeAt);
  if (size > maxPayload)
    return payload;
  llvm::StringRef compressed = file.drop_front(headerSize);
  if (llvm::Error error = zstd::decompress(
          llvm::arrayRefFromStringRef(compressed), payload, size)) {
    // A damaged cache file counts as missing, so the source is parsed again.
    llvm::consumeError(std::move(error));
    payload.clear();
  }
  return payload;
}

std::string pack(llvm::ArrayRef<uint8_t> payload) {
  llvm::SmallVector<uint8_t, 0> compressed;
  zstd::compress(payload, compressed, compressionLevel);
  std::string body(4, '\0');
  llvm::support::endian::write32le(body.data(), payload.size());
  body += llvm::toStringRef(compressed);
  std::string file(magic);
  file.resize(sizeAt);
  llvm::support::endian::write32le(file.data() + magic.size(),
                                   SOURCE_FORMAT_VERSION);
  llvm::support::endian::write64le(file.data() + checksumAt,
                                   llvm::xxh3_64bits(body));
  return file + body;
}

/// Marks a cache file as just used. When the cache is too large, the files that
/// were not used for the longest time are removed.
void touch(const std::string &path) {
  int descriptor = -1;
  if (llvm::sys::fs::openFileForWrite(path, descriptor,
                                      llvm::sys::fs::CD_OpenExisting))
    // The user who runs this tool may have no right to write to the folder. The
    // cache is usable all the same, since its files can be read.
    return;
  // If the time stamp can't be set, the file looks unused and may be removed
  // too early. Then its source is parsed again.
  (void)llvm::sys::fs::setLastAccessAndModificationTime(
      descriptor, std::chrono::system_clock::now());
  (void)llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
}

struct AgedFile {
  llvm::sys::TimePoint<> used;
  uint64_t size = 0;
  std::string path;
};

std::vector<AgedFile> oldestFirst(llvm::StringRef folder) {
  std::vector<AgedFile> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error)) {
    llvm::sys::fs::file_status status;
    if (llvm::StringRef(at->path()).ends_with(suffix) &&
        !llvm::sys::fs::status(at->path(), status))
      files.push_back(
          {status.getLastModificationTime(), status.getSize(), at->path()});
  }
  std::ranges::sort(files, {}, [](const AgedFile &file) {
    return std::tie(file.used, file.path);
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
    if (bytes <= maxBytes)
      break;
    // Errors are ignored: another process of this tool may have removed the
    // file already.
    (void)llvm::sys::fs::remove(file.path);
    bytes -= file.size;
  }
}

std::optional<uint64_t> SourceCache::hashOf(const std::string &path) {
  {
    std::lock_guard lock(mutex);
    if (auto found = known.find(path); found != known.end())
      return found->second;
  }
  std::optional<uint64_t> hash;
  if (auto file = llvm::MemoryBuffer::getFile(path))
    hash = llvm::xxh3_64bits((*file)->getBuffer());
  std::lock_guard lock(mutex);
  return known.try_emplace(path, hash).first->second;
}

std::string SourceCache::fileFor(const SourceKey &key) const {
  std::string text = maker;
  append(text, key.moduleHash);
  for (const CompileCommand &command : key.commands) {
    append(text, command.directory);
    appendAll(text, command.arguments);
    appendAll(text, command.userFolders);
  }
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, llvm::utohexstr(hash.high64, true, 16) +
                                    llvm::utohexstr(hash.low64, true, 16) +
                                    suffix);
  return std::string(path);
}

std::optional<ParsedSource> SourceCache::find(const SourceKey &key) {
  if (folder.empty())
    return std::nullopt;
  std::string path = fileFor(key);
  if (!llvm::sys::fs::is_regular_file(path))
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!file)
    return std::nullopt;
  std::optional<CachedSource> cached =
      decodeSource(unpack((*file)->getBuffer()));
  bool isCurrent =
      cached && llvm::all_of(cached->files, [this](const auto &file) {
        return hashOf(file.first) == file.second;
      });
  if (!isCurrent)
    return std::nullopt;
  touch(path);
  return std::move(cached->source);
}

void SourceCache::store(const SourceKey &key, const CachedSource &cached) {
  if (folder.empty())
    return;
  llvm::SmallVector<uint8_t, 0> payload = encodeSource(cached);
  if (payload.size() > maxPayload)
    return;
  constexpr auto onlyUser = llvm::sys::fs::owner_all;
  if (llvm::sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                        onlyUser))
    return;
  if (llvm::Error error = writeFileAtomically(fileFor(key), pack(payload),
                                              Durability::ProcessKill)) {
    // If the cache can't be written, the next run parses the source again.
    llvm::consumeError(std::move(error));
    return;
  }
  hasGrown = true;
}

} // namespace pinstripe
