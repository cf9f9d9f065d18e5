// Compiles small programs while the tests run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests contain the sources of the programs. Clang and gcc compile them
// with -g -O0.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_PROGRAMS_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_PROGRAMS_H

#include "TestSupport/Extent.h"
#include "TestSupport/OrFail.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <fstream>
#include <string>
#include <vector>

namespace pinstripe::test {

enum class Language { C, Cxx };

/// Returns the name of the compiler for tests that need only one.
inline std::string compilerFor(Language language) {
  return language == Language::C ? "clang-19" : "clang++-19";
}

/// Returns the names of the compilers that the current test case tries:
/// "clang-19" and "gcc", or those for C++.
inline std::vector<std::string> compilers(Language language) {
  return compilersToTry(
      {compilerFor(language), language == Language::C ? "gcc" : "g++"});
}

/// A folder with a source and the program built from it. The destructor removes
/// the folder.
class TestProgram {
public:
  TestProgram(const std::string &compiler, Language language,
              llvm::StringRef source,
              std::vector<std::string> flags = {"-g", "-O0"}) {
    REQUIRE(!llvm::sys::fs::createUniqueDirectory("pinstripe-test", folder));
    sourcePath = inFolder(language == Language::C ? "test.c" : "test.cpp");
    path = inFolder("test");
    std::ofstream(sourcePath) << source.str();
    build(compiler, flags);
  }
  TestProgram(const TestProgram &) = delete;
  TestProgram &operator=(const TestProgram &) = delete;
  ~TestProgram() { llvm::sys::fs::remove_directories(folder); }

  std::string inFolder(llvm::StringRef name) const {
    llvm::SmallString<256> file(folder);
    llvm::sys::path::append(file, name);
    return file.str().str();
  }

  std::string path;
  std::string sourcePath;

private:
  void build(const std::string &compiler,
             const std::vector<std::string> &flags) {
    auto program = llvm::sys::findProgramByName(compiler);
    REQUIRE(program);
    std::vector<llvm::StringRef> arguments{compiler};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), {sourcePath, "-o", path});
    std::string error;
    int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt,
                                           {}, 60, 0, &error);
    INFO(compiler << " " << error);
    REQUIRE(status == 0);
  }

  llvm::SmallString<128> folder;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_PROGRAMS_H
