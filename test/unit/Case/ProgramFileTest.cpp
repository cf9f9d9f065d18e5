// Tests of the search for the program and of hints about its file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ProgramFile.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

using namespace pinstripe;

namespace {

/// A folder for files that may be programs.
class Folder {
public:
  std::string add(const std::string &name, llvm::StringRef content,
                  unsigned mode) {
    std::string path = folder.file(name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << content;
    ::chmod(path.c_str(), mode);
    return path;
  }
  std::string path(const std::string &name) const { return folder.file(name); }

private:
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
};

} // namespace

/// Returns the message of the TargetError, or a word in capitals for any other
/// result.
static std::string refusal(const std::string &name) {
  llvm::Expected<std::string> program = findProgram(name);
  if (program)
    return "ACCEPTED";
  std::string message = "ANOTHER ERROR";
  llvm::handleAllErrors(
      program.takeError(),
      [&](const TargetError &error) { message = error.message; },
      [](const llvm::ErrorInfoBase &) {});
  return message;
}

TEST_CASE("An ELF file that can be executed is a program",
          "[driver][program]") {
  Folder folder;
  std::string path = folder.add("prog", "\177ELF and so on", 0755);
  CHECK(llvm::cantFail(findProgram(path)) == path);
}

TEST_CASE("A program without slash is searched in PATH", "[driver][program]") {
  Folder folder;
  folder.add("pinstripe-test-prog", "\177ELF", 0755);
  std::string former = std::getenv("PATH") ? std::getenv("PATH") : "";
  ::setenv("PATH", folder.path("").c_str(), 1);
  std::string found = llvm::cantFail(findProgram("pinstripe-test-prog"));
  std::string missing = refusal("pinstripe-test-none");
  ::setenv("PATH", former.c_str(), 1);
  CHECK(found == folder.path("pinstripe-test-prog"));
  CHECK(missing == "pinstripe-test-none: not found in PATH; give the path of "
                   "the program");
}

TEST_CASE("A file that is not a program is refused with a remedy",
          "[driver][program]") {
  Folder folder;
  std::string missing = folder.path("none");
  CHECK(refusal(missing) ==
        missing + ": no such file; build it, or check the path");
  std::string data = folder.add("data", "\177ELF", 0644);
  CHECK(refusal(data) ==
        data + ": not executable; try `chmod +x " + data + "`");
  std::string text = folder.add("text", "hello", 0755);
  CHECK(refusal(text) ==
        text + ": not an ELF executable; give the compiled program");
  std::string folderPath = folder.path("sub");
  llvm::sys::fs::create_directory(folderPath);
  CHECK(refusal(folderPath) ==
        folderPath + ": this is a folder; give the program in it");
  std::string script = folder.add("script", "#!/bin/sh\necho\n", 0755);
  CHECK(refusal(script).find("this is a script for /bin/sh; record the "
                             "interpreter instead") != std::string::npos);
}

TEST_CASE("An empty program name is a usage error", "[driver][program]") {
  llvm::Expected<std::string> program = findProgram("");
  REQUIRE_FALSE(static_cast<bool>(program));
  CHECK(program.errorIsA<UsageError>());
  llvm::consumeError(
      program.takeError()); // Only the class of the error matters here.
}

TEST_CASE("Parsed sources are kept below the user's folder for caches",
          "[driver][program]") {
  auto folderWith = [](const char *cache, const char *home) {
    cache ? ::setenv("XDG_CACHE_HOME", cache, 1) : ::unsetenv("XDG_CACHE_HOME");
    home ? ::setenv("HOME", home, 1) : ::unsetenv("HOME");
    return sourceCacheFolder();
  };
  CHECK(folderWith("/caches", "/home/me") == "/caches/pinstripe/sources");
  CHECK(folderWith(nullptr, "/home/me") == "/home/me/.cache/pinstripe/sources");
  // A relative path does not say where the folder is.
  CHECK(folderWith("caches", "/home/me") ==
        "/home/me/.cache/pinstripe/sources");
  CHECK(folderWith("", "here") == "");
  CHECK(folderWith(nullptr, nullptr) == "");
}

TEST_CASE("Sources newer than their module are named", "[driver][program]") {
  Folder folder;
  UnitTable table;
  table.modules = {{folder.add("prog", "\177ELF", 0755), "", 0},
                   {folder.add("lib.so", "\177ELF", 0755), "", moduleSpacing}};
  table.files = {folder.add("new.c", "", 0644), folder.add("old.c", "", 0644),
                 "/nowhere/gone.c"};
  table.userFolder = llvm::StringRef(table.files[0]).rsplit('/').first.str();
  for (uint32_t file = 0; file != 3; ++file) {
    StatementUnit unit;
    unit.range.file = FileId(file);
    table.units.push_back(unit);
    table.entries.push_back({file, UnitId(file), FunctionId(0), {}});
  }
  auto setTime = [](const std::string &path, time_t seconds) {
    timespec times[] = {{seconds, 0}, {seconds, 0}};
    ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  };
  setTime(table.programPath(), 2000);
  setTime(table.modules[1].path, 4000);
  setTime(table.files[0], 3000);
  setTime(table.files[1], 1000);
  std::vector<NewerSource> newer = newerSources(table);
  REQUIRE(newer.size() == 1);
  CHECK(newer[0].source == "new.c");
  CHECK(newer[0].module == ModuleId(0));

  // The header also has code in the library, and is newer than both modules.
  table.entries.push_back({moduleSpacing, UnitId(0), FunctionId(0), {}});
  setTime(table.files[0], 5000);
  newer = newerSources(table);
  REQUIRE(newer.size() == 2);
  CHECK(newer[1].module == ModuleId(1));
}

TEST_CASE("Functions that are not traced are counted, with the chief reason",
          "[driver][program]") {
  UnitTable table;
  table.functions.resize(18);
  auto refuse = [&](const char *reason) {
    table.refused.push_back({"f", "/f.c", 1, reason});
  };
  refuse("from a system header");
  CHECK(describeUntraced(table, "./prog").empty());
  refuse("built without a frame pointer; build it so");
  CHECK(describeUntraced(table, "./prog") ==
        "1 of 19 functions of ./prog are not traced, and always run as they "
        "are: built without a frame pointer; build it so (`pinstripe units` "
        "has them all)");
  refuse("no line table");
  refuse("built without a frame pointer; build it so");
  CHECK(describeUntraced(table, "./prog") ==
        "3 of 21 functions of ./prog are not traced, and always run as they "
        "are: 2 functions built without a frame pointer; build it so "
        "(`pinstripe units` has them all)");
  table.functions.resize(57);
  CHECK(describeUntraced(table, "./prog").empty());
}
