//===- RunOutput.cpp - What a run wrote -----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

static llvm::Error cannot(const llvm::Twine &what, const llvm::Twine &path,
                          std::error_code code) {
  return llvm::make_error<FileError>("can't " + what + " " + path + ": " +
                                     code.message());
}

static std::string watchedPath(const LaunchSpec &spec, llvm::StringRef file) {
  llvm::SmallString<256> path(spec.visitedDirectory());
  llvm::sys::path::append(path, file);
  return std::string(path);
}

static llvm::Expected<std::string> readWhole(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return cannot("read", path, buffer.getError());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<OutputFiles>
OutputFiles::create(llvm::StringRef scratchDirectory, llvm::StringRef prefix) {
  if (std::error_code code =
          llvm::sys::fs::create_directories(scratchDirectory))
    return cannot("create", scratchDirectory, code);
  llvm::SmallString<256> directory;
  if (std::error_code code =
          llvm::sys::fs::real_path(scratchDirectory, directory))
    return cannot("use", scratchDirectory, code);
  llvm::SmallString<256> own;
  llvm::sys::fs::createUniquePath(directory + "/" + prefix + "-%%%%%%%%", own,
                                  /*MakeAbsolute=*/false);
  OutputFiles files;
  // First, so that there is no moment at which the folder would stay.
  auto janitor = Janitor::start(std::string(own));
  if (!janitor)
    return janitor.takeError();
  files.ownJanitor = std::move(*janitor);
  if (std::error_code code =
          llvm::sys::fs::create_directory(own, /*IgnoreExisting=*/false))
    return cannot("use", scratchDirectory, code);
  files.standardOutput = (own + "/stdout").str();
  files.standardError = (own + "/stderr").str();
  return files;
}

OutputFiles::~OutputFiles() {
  if (standardOutput.empty())
    return;
  // With the files of checkpoints; the scratch folder goes anyway.
  (void)llvm::sys::fs::remove_directories(
      llvm::sys::path::parent_path(standardOutput));
}

llvm::Error pinstripe::removeWatchedFiles(const LaunchSpec &spec) {
  for (const std::string &file : spec.watchedFiles)
    if (std::error_code code = llvm::sys::fs::remove(watchedPath(spec, file)))
      return cannot("remove", watchedPath(spec, file), code);
  return llvm::Error::success();
}

llvm::Error pinstripe::collectOutput(const LaunchSpec &spec,
                                     const OutputFiles &outputs,
                                     RunResult &result) {
  llvm::Expected<std::string> text = readWhole(outputs.standardOutput);
  if (!text)
    return text.takeError();
  result.standardOutput = std::move(*text);
  text = readWhole(outputs.standardError);
  if (!text)
    return text.takeError();
  result.standardError = std::move(*text);
  for (const std::string &file : spec.watchedFiles) {
    std::string path = watchedPath(spec, file);
    std::optional<std::string> &content = result.files[file];
    if (!llvm::sys::fs::is_regular_file(path))
      continue;
    text = readWhole(path);
    if (!text)
      return text.takeError();
    content = std::move(*text);
  }
  return llvm::Error::success();
}
