// Builds a small program with a shared library of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_LINKEDPROGRAM_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_LINKEDPROGRAM_H

#include "TestSupport/Programs.h"

namespace pinstripe::test {

/// The sources of a LinkedProgram. `header` is the file shared.h, which the
/// other two sources include.
struct LinkedSources {
  std::string header, library, program;
  std::vector<std::string> libraryFlags = {"-g", "-O0"};
};

/// A folder with a program and a shared library with which the program is
/// linked. The SONAME of the library is libtest.so.1, and the usual symbolic
/// links lead to it.
class LinkedProgram {
public:
  LinkedProgram(const std::string &compiler, Language language,
                const LinkedSources &sources) {
    REQUIRE(
        !llvm::sys::fs::createUniqueDirectory("pinstripe-test", unresolved));
    REQUIRE(!llvm::sys::fs::real_path(unresolved, folder));
    const char *extension = language == Language::C ? ".c" : ".cpp";
    write("shared.h", sources.header);
    write(std::string("library") + extension, sources.library);
    write(std::string("program") + extension, sources.program);
    library = inFolder("libtest.so.1.0");
    program = inFolder("program");
    std::vector<std::string> arguments = sources.libraryFlags;
    arguments.insert(arguments.end(),
                     {"-fPIC", "-shared", "-Wl,-soname,libtest.so.1",
                      inFolder(std::string("library") + extension), "-o",
                      library});
    run(compiler, arguments);
    for (const char *link : {"libtest.so.1", "libtest.so"})
      REQUIRE(!llvm::sys::fs::create_link("libtest.so.1.0", inFolder(link)));
    run(compiler,
        {"-g", "-O0", inFolder(std::string("program") + extension), "-o",
         program, "-L" + folder.str().str(), "-ltest", "-Wl,-rpath,$ORIGIN"});
  }
  LinkedProgram(const LinkedProgram &) = delete;
  LinkedProgram &operator=(const LinkedProgram &) = delete;
  ~LinkedProgram() { llvm::sys::fs::remove_directories(folder); }

  std::string inFolder(llvm::StringRef name) const {
    llvm::SmallString<256> file(folder);
    llvm::sys::path::append(file, name);
    return file.str().str();
  }

  std::string program;
  std::string library; ///< path of the library's file

private:
  void write(const std::string &name, const std::string &text) {
    std::ofstream(inFolder(name)) << text;
  }
  void run(const std::string &compiler,
           const std::vector<std::string> &arguments) {
    auto path = llvm::sys::findProgramByName(compiler);
    REQUIRE(path);
    std::vector<llvm::StringRef> words{compiler};
    words.insert(words.end(), arguments.begin(), arguments.end());
    REQUIRE(llvm::sys::ExecuteAndWait(*path, words, std::nullopt, {}, 60) == 0);
  }

  llvm::SmallString<128> unresolved, folder;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_LINKEDPROGRAM_H
