// The predicate --same-file: the content of a file stays the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// Returns the content of the file after the run; nullopt if there is no such
/// file.
static std::optional<std::string> contentIn(const RunResult &result,
                                            const std::string &path) {
  auto found = result.files.find(path);
  return found == result.files.end() ? std::nullopt : found->second;
}

bool pinstripe::staysInWorkingDirectory(llvm::StringRef path) {
  llvm::SmallString<128> normal(path);
  llvm::sys::path::remove_dots(normal, /*remove_dot_dot=*/true);
  return !normal.empty() && normal != "." &&
         !llvm::sys::path::is_absolute(normal) && normal != ".." &&
         !normal.starts_with("../");
}

NewPredicate pinstripe::createSameFile(const std::string &path,
                                       const RunResult &recorded) {
  std::string option = "--same-file " + quoteForShell(llvm::StringRef(path));
  if (!staysInWorkingDirectory(path))
    return llvm::make_error<UsageError>(
        option + ": not a path below the working directory of the run; have "
                 "the program write there");
  std::optional<std::string> expected = contentIn(recorded, path);
  if (!expected)
    return llvm::make_error<UsageError>(
        option + ": the recorded run left no such file in its working "
                 "directory; check the path");
  return std::make_unique<Condition>(
      option, [path, expected](const RunResult &result) {
        return contentIn(result, path) == expected;
      });
}
