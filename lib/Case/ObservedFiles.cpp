// Finds the files that the run of a case has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ObservedFiles.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// The largest number of files that are compared, since all of them are read
/// after each test.
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
  // Only files below the working directory can be compared, so these come
  // first.
  auto key = [](const std::string &file) {
    return std::pair(llvm::sys::path::is_absolute(file), llvm::StringRef(file));
  };
  llvm::sort(files, [&](const std::string &a, const std::string &b) {
    return key(a) < key(b);
  });
  return files;
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
