// Tests of the names of results, and of what they may not replace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ResultFile.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace pinstripe;

TEST_CASE("A result replaces no file that was given, also by a link",
          "[support][files]") {
  auto directory = llvm::cantFail(TemporaryDirectory::create());
  const std::string given = directory.file("a.txt");
  const std::string other = directory.file("b.txt");
  const std::string link = directory.file("link");
  for (const std::string &file : {given, other})
    llvm::cantFail(writeFileAtomically(file, "content"));
  REQUIRE(::symlink("a.txt", link.c_str()) == 0);
  const std::string inputs[] = {directory.file("missing"), given};
  for (const std::string &path : {given, link, directory.path() + "/./a.txt"})
    CHECK(llvm::toString(checkResultFile("-o x", path, inputs)) ==
          "-o x: the result would replace " + given +
              ", which is never changed; name another file");
  for (const std::string &path : {other, directory.file("new")})
    CHECK(llvm::toString(checkResultFile("-o x", path, inputs)).empty());
}

TEST_CASE("A device may be both an input and a place for a result",
          "[support][files]") {
  const std::string device = "/dev/null";
  CHECK(llvm::toString(checkResultFile("-o x", device, device)).empty());
}

TEST_CASE("A result replaces no file below a folder that was given",
          "[support][files]") {
  auto directory = llvm::cantFail(TemporaryDirectory::create());
  auto make = [&](const std::string &name) {
    std::string path = directory.file(name);
    REQUIRE_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)));
    llvm::cantFail(writeFileAtomically(path, "content"));
    return path;
  };
  const std::string inside = make("given/sub/a.txt");
  const std::string own = make("given/own/a.txt");
  const std::string sibling = make("given-too/a.txt");
  const std::string into = directory.file("into");
  const std::string out = directory.file("given/out");
  REQUIRE(::symlink("given/sub/a.txt", into.c_str()) == 0);
  REQUIRE(::symlink("../given-too/a.txt", out.c_str()) == 0);
  auto problem = [&](const std::string &path) {
    return llvm::toString(checkResultInFolders(
        "-o x", path, {directory.file("missing"), directory.file("given")},
        directory.file("given/own")));
  };
  for (const std::string &path :
       {inside, directory.file("given-too/../given/sub/a.txt"), into, out})
    CHECK(problem(path) == "-o x: the result would replace " + path +
                               ", which is never changed; name another file");
  for (const std::string &path :
       {own, sibling, directory.file("given/new.txt")})
    CHECK(problem(path).empty());
}

TEST_CASE("Of results with the same name, later ones get a number",
          "[support][files]") {
  const std::string taken[] = {"out/a.txt", "out/2-a.txt", "b.txt"};
  CHECK(freeResultPath("out/a.txt", taken) == "out/3-a.txt");
  CHECK(freeResultPath("b.txt", taken) == "2-b.txt");
  CHECK(freeResultPath("a.txt", taken) == "a.txt");
}
