// Finds the files that the run of a case has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ObservedFiles.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// The largest number of written files that are listed. The listed files may be
/// read and compared after each test, so there must not be too many.
static constexpr size_t maxFiles = 1000;

std::vector<std::string>
pinstripe::filesWrittenIn(const Sandbox &sandbox,
                          llvm::StringRef workingDirectory) {
  std::vector<std::string> files = sandbox.writtenFiles(maxFiles);
  for (std::string &file : files) {
    llvm::StringRef rest(file);
    if (rest.consume_front(workingDirectory) && rest.consume_front("/"))
      file = rest.str();
  }
  // The files below the working directory come first. Only these files can be
  // compared with those of other runs.
  auto key = [](const std::string &file) {
    return std::pair(llvm::sys::path::is_absolute(file), llvm::StringRef(file));
  };
  llvm::sort(files, [&](const std::string &a, const std::string &b) {
    return key(a) < key(b);
  });
  return files;
}

/// Resolves the symbolic links in a path. The last components of the path stay
/// as they are if they do not exist.
static std::string withoutLinks(llvm::StringRef path) {
  namespace paths = llvm::sys::path;
  llvm::SmallString<256> real;
  if (path == "/" || path.empty())
    return path.str();
  if (!llvm::sys::fs::real_path(path, real))
    return real.str().str();
  real = withoutLinks(paths::parent_path(path));
  paths::append(real, paths::filename(path));
  return real.str().str();
}

/// Returns the path from `folder` to `file`. Both are absolute. Returns an
/// empty text if the file does not lie below the folder.
static std::string pathFrom(llvm::StringRef folder, llvm::StringRef file) {
  if (folder != "/" && !file.consume_front(folder))
    return "";
  return file.consume_front("/") ? file.str() : "";
}

/// Returns `path` relative to `folder`, or an empty text if the path does not
/// lead into the folder. Resolves symbolic links only in an absolute path,
/// which may lead into the folder by a link. A relative path is taken as it is,
/// even if a link in it leads out of the folder: the program can follow this
/// link, too.
static std::string relativePath(llvm::StringRef path, llvm::StringRef folder) {
  if (llvm::sys::path::is_absolute(path))
    return pathFrom(withoutLinks(folder), withoutLinks(path));
  llvm::SmallString<256> whole(path);
  llvm::sys::fs::make_absolute(folder, whole);
  llvm::sys::path::remove_dots(whole, /*remove_dot_dot=*/true);
  return pathFrom(folder, whole).empty() ? "" : path.str();
}

llvm::Error pinstripe::makeFilesRelative(PredicateSpec &predicate,
                                         llvm::StringRef workingDirectory) {
  for (std::string &file : predicate.sameFiles) {
    std::string relative = relativePath(file, workingDirectory);
    if (relative.empty())
      return llvm::make_error<UsageError>(
          "--same-file " + quoteForShell(llvm::StringRef(file)) +
          ": does not lie below " + quoteForShell(workingDirectory) +
          ", where the program runs, and only files below that are compared; "
          "start `pinstripe` in a folder above the file, or have the program "
          "write below this one");
    file = std::move(relative);
  }
  return llvm::Error::success();
}

llvm::Error pinstripe::nameWrittenFiles(Case &value) {
  PredicateSpec &predicate = value.predicate;
  predicate.sameWrittenFiles = false;
  bool any = false;
  for (const std::string &file : value.writtenFiles) {
    if (llvm::sys::path::is_absolute(file))
      continue;
    any = true;
    if (!llvm::is_contained(predicate.sameFiles, file))
      predicate.sameFiles.push_back(file);
  }
  if (any)
    return llvm::Error::success();
  std::string elsewhere;
  if (!value.writtenFiles.empty())
    elsewhere = ", but " + value.writtenFiles.front();
  return llvm::make_error<UsageError>(
      "--same-files: the run writes no file below its working directory" +
      elsewhere + "; ask for its output, or have it write there");
}
