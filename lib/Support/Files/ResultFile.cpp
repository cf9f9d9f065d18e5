// Chooses paths of result files, so that no input or other result is replaced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ResultFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

const std::string *pinstripe::findSameFile(const std::string &path,
                                           llvm::ArrayRef<std::string> files) {
  auto found = llvm::find_if(files, [&](const std::string &file) {
    return fs::equivalent(file, path);
  });
  return found == files.end() ? nullptr : found;
}

std::string pinstripe::freeResultPath(const std::string &path,
                                      llvm::ArrayRef<std::string> taken) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  llvm::StringRef folder = llvm::StringRef(path).drop_back(name.size());
  std::string free = path;
  for (unsigned number = 2; llvm::is_contained(taken, free); ++number)
    free = (folder + llvm::Twine(number) + "-" + name).str();
  return free;
}

static llvm::Error refuse(const llvm::Twine &option, llvm::StringRef input,
                          llvm::StringRef remedy) {
  return llvm::make_error<UsageError>(option + ": the result would replace " +
                                      input + ", which is never changed; " +
                                      remedy);
}

llvm::Error pinstripe::checkResultFile(const llvm::Twine &option,
                                       const std::string &path,
                                       llvm::ArrayRef<std::string> inputs,
                                       llvm::StringRef remedy) {
  // A path such as /dev/null may be an input and a place for the result at the
  // same time: writing to a device replaces no file.
  if (!fs::is_regular_file(path))
    return llvm::Error::success();
  const std::string *input = findSameFile(path, inputs);
  if (!input)
    return llvm::Error::success();
  return refuse(option, *input, remedy);
}

/// Returns the path without symbolic links and without `..`. Returns an empty
/// path if there is no file or folder at the path.
static std::string realPath(llvm::StringRef path) {
  llvm::SmallString<256> real;
  return fs::real_path(path, real) ? "" : real.str().str();
}

/// Returns true if `path` is below `folder`. Neither may contain symbolic
/// links.
static bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return !folder.empty() && path.consume_front(folder) &&
         (path.starts_with("/") || folder.ends_with("/"));
}

llvm::Error pinstripe::checkResultInFolders(const llvm::Twine &option,
                                            const std::string &path,
                                            llvm::ArrayRef<std::string> given,
                                            llvm::StringRef own) {
  if (!fs::is_regular_file(path))
    return llvm::Error::success();
  // `path` may be a symbolic link. Then neither the link nor the file to which
  // it leads may be below one of the given folders.
  llvm::StringRef parent = llvm::sys::path::parent_path(path);
  std::string link = realPath(parent.empty() ? "." : parent) + "/" +
                     llvm::sys::path::filename(path).str();
  std::string ownFolder = realPath(own);
  for (const std::string &place : {realPath(path), link})
    for (const std::string &folder : given)
      if (isBelow(place, realPath(folder)) && !isBelow(place, ownFolder))
        return refuse(option, path, "name another file");
  return llvm::Error::success();
}
