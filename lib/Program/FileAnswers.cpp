//===- FileAnswers.cpp - What a parse learnt from files -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileAnswers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <vector>

using namespace llvm;

namespace pinstripe {

namespace {

using Kind = FileQuestion::Kind;

uint64_t hashOf(StringRef bytes) {
  return std::max<uint64_t>(xxh3_64bits(arrayRefFromStringRef(bytes)), 1);
}

uint64_t typeAnswer(sys::fs::file_type type) {
  switch (type) {
  case sys::fs::file_type::status_error:
  case sys::fs::file_type::file_not_found:
    return 0;
  case sys::fs::file_type::regular_file:
    return 1;
  case sys::fs::file_type::directory_file:
    return 2;
  default:
    return 3;
  }
}

uint64_t contentAnswer(const std::string &path) {
  // Whoever opens a pipe waits for its writer.
  if (!sys::fs::is_regular_file(path))
    return 0;
  auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
  return bytes ? hashOf((*bytes)->getBuffer()) : 0;
}

uint64_t realPathAnswer(const std::string &path) {
  SmallString<256> real;
  return sys::fs::real_path(path, real) ? 0 : hashOf(real);
}

uint64_t namesAnswer(const std::string &path) {
  std::error_code error;
  std::vector<std::string> names;
  for (sys::fs::directory_iterator at(path, error), end; !error && at != end;
       at.increment(error))
    names.push_back(at->path());
  if (error)
    return 0;
  llvm::sort(names);
  return hashOf(join(names, StringRef("\0", 1)));
}

uint64_t answerNow(const FileQuestion &question) {
  switch (question.kind) {
  case Kind::Type: {
    sys::fs::file_status status;
    // An error comes out as a type, too.
    (void)sys::fs::status(question.path, status);
    return typeAnswer(status.type());
  }
  case Kind::Content:
    return contentAnswer(question.path);
  case Kind::RealPath:
    return realPathAnswer(question.path);
  case Kind::Names:
    return namesAnswer(question.path);
  }
  return 0;
}

/// A file that tells what was read from it.
class AskedFile : public vfs::File {
public:
  using Tell = std::function<void(uint64_t)>;
  AskedFile(std::unique_ptr<vfs::File> file, Tell tell)
      : file(std::move(file)), tell(std::move(tell)) {}

  ErrorOr<vfs::Status> status() override { return file->status(); }
  ErrorOr<std::string> getName() override { return file->getName(); }
  std::error_code close() override { return file->close(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &name,
                                                   int64_t fileSize,
                                                   bool requiresNullTerminator,
                                                   bool isVolatile) override {
    auto buffer =
        file->getBuffer(name, fileSize, requiresNullTerminator, isVolatile);
    tell(buffer ? hashOf((*buffer)->getBuffer()) : 0);
    return buffer;
  }

private:
  std::unique_ptr<vfs::File> file;
  Tell tell;
};

} // namespace

uint64_t CurrentFiles::answer(const FileQuestion &question) {
  {
    std::lock_guard lock(mutex);
    if (auto found = known.find(question); found != known.end())
      return found->second;
  }
  uint64_t now = answerNow(question);
  std::lock_guard lock(mutex);
  return known.try_emplace(question, now).first->second;
}

bool CurrentFiles::agreeWith(const FileAnswers &answers) {
  return all_of(answers, [this](const auto &each) {
    return answer(each.first) == each.second;
  });
}

AskedFiles::AskedFiles(const std::string &directory, FileAnswers &answers)
    : ProxyFileSystem(vfs::createPhysicalFileSystem().release()),
      answers(answers) {
  // Without the folder only relative paths fail, with errors of their own.
  (void)setCurrentWorkingDirectory(directory);
}

void AskedFiles::note(Kind kind, const Twine &path, uint64_t answer) {
  SmallString<256> absolute;
  path.toVector(absolute);
  // Fails only where the folder does: then the path is of no use anyway.
  (void)makeAbsolute(absolute);
  answers.try_emplace({kind, std::string(absolute)}, answer);
}

ErrorOr<vfs::Status> AskedFiles::status(const Twine &path) {
  auto status = ProxyFileSystem::status(path);
  note(Kind::Type, path, status ? typeAnswer(status->getType()) : 0);
  return status;
}

bool AskedFiles::exists(const Twine &path) {
  auto found = status(path);
  return found && found->exists();
}

ErrorOr<std::unique_ptr<vfs::File>>
AskedFiles::openFileForRead(const Twine &path) {
  // What is there matters even if it can't be opened.
  if (auto found = status(path); !found)
    return found.getError();
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file) {
    note(Kind::Content, path, 0);
    return file.getError();
  }
  return std::make_unique<AskedFile>(
      std::move(*file), [this, path = path.str()](uint64_t answer) {
        note(Kind::Content, path, answer);
      });
}

vfs::directory_iterator AskedFiles::dir_begin(const Twine &path,
                                              std::error_code &error) {
  SmallString<256> absolute;
  path.toVector(absolute);
  (void)makeAbsolute(absolute);
  note(Kind::Names, absolute, namesAnswer(std::string(absolute)));
  return ProxyFileSystem::dir_begin(path, error);
}

std::error_code AskedFiles::getRealPath(const Twine &path,
                                        SmallVectorImpl<char> &output) {
  std::error_code error = ProxyFileSystem::getRealPath(path, output);
  StringRef real(output.data(), output.size());
  note(Kind::RealPath, path, error ? 0 : hashOf(real));
  return error;
}

} // namespace pinstripe
