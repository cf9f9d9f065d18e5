// Finds the tests of a build folder by asking CTest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestedSuite.h"
#include "TemporaryFolder.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The time limit, in seconds, within which CTest must list the tests.
static constexpr int maxListSeconds = 60;

static std::string below(llvm::StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

static bool hasTests(llvm::StringRef folder) {
  return fs::exists(below(folder, "CTestTestfile.cmake"));
}

static llvm::Expected<std::string> findBuild(std::string build) {
  bool isStated = !build.empty();
  if (!isStated)
    build = hasTests(".") ? "." : "build";
  if (!hasTests(build))
    return llvm::make_error<UsageError>(
        (isStated ? build + ": no tests of CTest are in this folder"
                  : std::string("no tests of CTest are here, nor in the folder "
                                "`build`")) +
        "; name the folder in which CMake built the project with --build-dir, "
        "and see that its CMakeLists.txt calls enable_testing()");
  llvm::SmallString<256> real;
  if (std::error_code code = fs::real_path(build, real))
    return llvm::make_error<UsageError>(build + ": " + code.message());
  return real.str().str();
}

/// Runs `ctest --show-only=json-v1` and returns what it prints.
static llvm::Expected<std::string>
listTests(const std::string &build, const std::string &configuration,
          const std::atomic<bool> &interrupted) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("ctest");
  if (!program)
    return llvm::make_error<UsageError>(
        "ctest: not found in PATH; install CMake, or record the test by hand "
        "with `pinstripe record`");
  llvm::Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  SubprocessSpec spec;
  spec.program = *program;
  spec.arguments = {"--show-only=json-v1"};
  if (!configuration.empty())
    spec.arguments.insert(spec.arguments.end(), {"-C", configuration});
  for (char **entry = environ; *entry; ++entry)
    spec.environment.push_back(*entry);
  spec.standardOutput = below(folder->path(), "stdout");
  spec.standardError = below(folder->path(), "stderr");
  spec.workingDirectory = build;
  spec.fixedAddresses = false;
  spec.wallLimitSeconds = maxListSeconds;
  spec.interrupted = &interrupted;
  llvm::Expected<SubprocessResult> result = runToEnd(spec);
  if (!result)
    return result.takeError();
  using Ending = SubprocessResult::Ending;
  if (result->ending == Ending::Interrupted)
    return llvm::make_error<InterruptedError>();
  if (result->ending == Ending::TimedOut)
    return llvm::make_error<UsageError>(
        "`ctest --show-only=json-v1` does not end within " +
        llvm::Twine(maxListSeconds) + " s in " + build +
        "; see what it waits for, or record the test by hand with `pinstripe "
        "record`");
  if (result->ending != Ending::Exited || result->status != 0)
    return llvm::make_error<UsageError>(
        "`ctest --show-only=json-v1` fails in " + build + ": " +
        llvm::StringRef(result->standardError).trim().str() +
        "; build the project first");
  return std::move(result->standardOutput);
}

llvm::Expected<TestedSuite>
TestedSuite::load(std::string build, const std::string &configuration,
                  const std::atomic<bool> &interrupted) {
  TestedSuite suite;
  if (llvm::Error error = findBuild(std::move(build)).moveInto(suite.build))
    return error;
  llvm::Expected<std::string> json =
      listTests(suite.build, configuration, interrupted);
  if (!json)
    return json.takeError();
  if (llvm::Error error = parseTests(*json).moveInto(suite.all))
    return error;
  if (suite.all.empty())
    return llvm::make_error<UsageError>(
        suite.build + ": CTest knows no tests there; build the project first, "
                      "or name another folder with --build-dir");
  return suite;
}

const SuiteTest *TestedSuite::find(llvm::StringRef name) const {
  auto found = llvm::find_if(
      all, [&](const SuiteTest &test) { return test.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// Returns the names of tests, one on each line.
static std::string listed(llvm::ArrayRef<const SuiteTest *> tests) {
  constexpr size_t max = 10;
  std::string text;
  for (const SuiteTest *test : tests.take_front(max))
    text += "\n  " + quoteForShell(llvm::StringRef(test->name));
  if (tests.size() > max)
    text += "\n  and " + std::to_string(tests.size() - max) + " more";
  return text;
}

llvm::Expected<const SuiteTest *>
TestedSuite::choose(llvm::StringRef name) const {
  if (const SuiteTest *test = find(name))
    return test;
  std::vector<const SuiteTest *> similar;
  std::set<std::string> names;
  for (const SuiteTest &test : all) {
    names.insert(test.name);
    if (llvm::StringRef(test.name).contains(name))
      similar.push_back(&test);
  }
  if (similar.size() == 1)
    return similar.front();
  if (similar.empty())
    return llvm::make_error<UsageError>(
        name + ": no such test in " + build + "; " +
        describeNear(name, names, "`ctest -N` lists the tests"));
  return llvm::make_error<UsageError>(
      name + ": several tests have this in their names; name one of them:" +
      listed(similar));
}

llvm::Expected<const SuiteTest *> TestedSuite::chooseFailed() const {
  std::vector<const SuiteTest *> failed;
  std::string path = below(build, "Testing/Temporary/LastTestsFailed.log");
  if (fs::exists(path)) {
    llvm::Expected<std::string> log = readFile(path);
    if (!log)
      return log.takeError();
    // Each line of CTest's list of failed tests has the number and the name of
    // a test: `3:total`.
    for (llvm::StringRef line : llvm::split(*log, '\n'))
      if (const SuiteTest *test = find(line.split(':').second))
        failed.push_back(test);
  }
  if (failed.size() == 1)
    return failed.front();
  if (failed.empty())
    return llvm::make_error<UsageError>(
        "no test is named, and none failed when ctest ran last; name a test, "
        "as in `pinstripe ctest NAME`, or run ctest first");
  return llvm::make_error<UsageError>(
      "no test is named, and several failed when ctest ran last; name one of "
      "them:" +
      listed(failed));
}

llvm::Expected<std::string>
TestedSuite::writeFile(const SuiteTest &test, llvm::StringRef purpose,
                       llvm::StringRef content) const {
  std::string folder = below(build, "Testing/Temporary/Pinstripe");
  if (std::error_code code = fs::create_directories(folder))
    return cannotWrite(folder, code.value());
  std::string name;
  for (char c : test.name)
    name += llvm::isAlnum(c) || c == '-' || c == '.' ? c : '_';
  // The names of two tests, such as `a/b` and `a_b`, may differ only in
  // characters that a file name does not keep. Hashes of the names keep the
  // files apart.
  std::string hash =
      llvm::utohexstr(llvm::xxh3_64bits(test.name), /*LowerCase=*/true,
                      /*Width=*/16)
          .substr(0, 8);
  std::string path =
      below(folder, name.substr(0, 100) + "-" + hash + "-" + purpose);
  if (llvm::Error error =
          writeFileAtomically(path, content, Durability::ProcessKill))
    return error;
  return path;
}
