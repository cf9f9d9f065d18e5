// Implements the predicate --same-file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SameFile.h"

#include "ObservedPath.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

static std::string describe(const std::string &path) {
  return "--same-file " + quoteForShell(llvm::StringRef(path));
}

/// Returns the content of the file after the run; null if there is no such
/// file.
static const std::string *contentIn(const RunResult &result,
                                    const std::string &path) {
  auto found = result.files.find(path);
  if (found == result.files.end() || !found->second)
    return nullptr;
  return &*found->second;
}

namespace {

class SameFile : public Predicate {
public:
  SameFile(const std::string &path, const std::string &expected)
      : path(path), expected(expected) {}
  std::string description() const override { return describe(path); }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    const std::string *content = contentIn(result, path);
    return content && *content == expected ? Outcome::Fail : Outcome::Pass;
  }

private:
  std::string path;
  std::string expected;
};

} // namespace

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createSameFile(const std::string &path, const RunResult &recorded) {
  if (!staysInWorkingDirectory(path))
    return llvm::make_error<UsageError>(
        describe(path) + ": not a path below the working directory of the "
                         "run; have the program write there");
  const std::string *expected = contentIn(recorded, path);
  if (!expected)
    return llvm::make_error<UsageError>(
        describe(path) + ": the recorded run left no such file in its working "
                         "directory; check the path");
  return std::make_unique<SameFile>(path, *expected);
}
