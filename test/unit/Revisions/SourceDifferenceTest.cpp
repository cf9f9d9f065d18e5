// Tests the changes of which a difference is made, and their application.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "States.h"
#include "pinstripe/Support/AtomicFile.h"
#include <random>

using namespace pinstripe;

static Configuration drawSubset(size_t count, std::mt19937 &random) {
  Configuration subset = Configuration::empty(count);
  unsigned percent = random() % 101;
  for (uint32_t i = 0; i < count; ++i)
    if (random() % 100 < percent)
      subset.insert(Element(i));
  return subset;
}

static std::string drawText(std::mt19937 &random) {
  // The texts are made of few different lines, so that they resemble each
  // other.
  const char *const words[] = {"int f(void)", "{",  "  x = 1;", "  y = 2;",
                               "}",           "\t", "",         "z\r"};
  std::string text;
  size_t lines = random() % 12;
  for (size_t i = 0; i < lines; ++i)
    text += std::string(words[random() % 8]) + "\n";
  if (!text.empty() && random() % 4 == 0)
    text.pop_back(); // no line end at the end of the file
  return text;
}

static std::string changeText(std::string text, std::mt19937 &random) {
  for (size_t i = random() % 3; i > 0; --i) {
    size_t place = text.empty() ? 0 : random() % text.size();
    size_t length = random() % 6;
    text.replace(place, std::min(length, text.size() - place),
                 random() % 2 ? "n\n" : "new\nlines");
  }
  return text;
}

static TestTree drawTree(std::mt19937 &random) {
  TestTree tree;
  for (const char *path :
       {"a.c", "b b.c", "dir/c.c", "dir/sub/d", "\xc3\xa4", "e\"q\\\t", "name"})
    if (random() % 3) {
      unsigned kind = random() % 10;
      FileMode mode = kind == 0   ? FileMode::Link
                      : kind == 1 ? FileMode::Executable
                                  : FileMode::Plain;
      std::string text = drawText(random);
      if (kind == 0)
        text = "target" + std::to_string(random() % 3);
      if (kind == 2)
        text += std::string("\0binary", 7) + std::to_string(random() % 100);
      tree.emplace(path, TestFile(text, mode));
    }
  return tree;
}

static TestTree changeTree(const TestTree &tree, std::mt19937 &random) {
  TestTree changed;
  for (const auto &[path, file] : tree) {
    TestFile other = file;
    if (other.mode != FileMode::Link && random() % 2)
      other.content = changeText(other.content, random);
    unsigned kind = random() % 12;
    if (kind == 0)
      continue; // deleted
    if (kind == 1 && other.mode != FileMode::Link)
      other.mode = other.mode == FileMode::Plain ? FileMode::Executable
                                                 : FileMode::Plain;
    if (kind == 2)
      other = TestFile("elsewhere", FileMode::Link);
    // With kind 3 a file becomes a folder, and with kind 4 it is renamed.
    std::string place = kind == 3   ? path + "/below"
                        : kind == 4 ? path + ".renamed"
                                    : path;
    if (kind == 5 && path == "dir/c.c")
      place = "dir"; // a folder becomes a file
    changed.emplace(place, other);
  }
  if (changed.contains("dir"))
    changed.erase("dir/sub/d");
  if (random() % 3 == 0)
    changed.emplace("added/new.c", TestFile(drawText(random)));
  return changed;
}

TEST_CASE("all changes make exactly the new state, and none the old one",
          "[revisions][property]") {
  std::mt19937 random(1999);
  TestStore test;
  for (int round = 0; round < 150; ++round) {
    TestTree tree = drawTree(random);
    SourceDifference difference =
        test.difference(tree, changeTree(tree, random));
    size_t count = difference.changes.size();
    REQUIRE(test.mixed(difference, Configuration::full(count)) ==
            difference.to);
    REQUIRE(test.mixed(difference, Configuration::empty(count)) ==
            difference.from);
  }
}

TEST_CASE("the patch of any subset of changes makes its state of the old one",
          "[revisions][property]") {
  std::mt19937 random(2000);
  TestStore test;
  std::string good = test.folder.file("good");
  for (int round = 0; round < 60; ++round) {
    TestTree tree = drawTree(random);
    SourceDifference difference =
        test.difference(tree, changeTree(tree, random));
    size_t count = difference.changes.size();
    StateId subset = test.mixed(difference, drawSubset(count, random));
    std::string patch =
        llvm::cantFail(test.store.patchBetween(difference.from, subset));
    INFO(patch);
    WorkFolder folder = llvm::cantFail(WorkFolder::create(good));
    llvm::cantFail(folder.show(test.store, difference.from));
    if (!patch.empty()) {
      llvm::cantFail(writeFileAtomically(test.folder.file("patch"), patch));
      REQUIRE(runGit(good, test.folder,
                     {"apply", "--whitespace=nowarn", "../patch"}));
    }
    StateId applied = llvm::cantFail(test.store.addFolder(good));
    for (const PathChange &change :
         llvm::cantFail(test.store.pathsBetween(subset, applied)))
      FAIL(change.path << " is not as in the state");
    REQUIRE(applied == subset);
  }
}

TEST_CASE("a replaced line is one change, and stands where the old one stood",
          "[revisions]") {
  TestStore test;
  SourceDifference difference =
      test.difference({{"f", "1\n2\n3\n"}}, {{"f", "1\nB\nC\nD\n"}});
  REQUIRE(difference.changes.size() == 3);
  CHECK(difference.hunkCount() == 1);
  CHECK(test.mixedFile(difference, {Element(0)}, "f") == "1\nB\n3\n");
  CHECK(test.mixedFile(difference, {Element(1)}, "f") == "1\n2\nC\n");
  CHECK(test.mixedFile(difference, {Element(2)}, "f") == "1\n2\n3\nD\n");
}

TEST_CASE("a line is never glued to a last line without line end",
          "[revisions]") {
  TestStore test;
  SourceDifference difference =
      test.difference({{"f", "1"}}, {{"f", "1\n2\n"}});
  REQUIRE(difference.changes.size() == 2);
  CHECK(test.mixedFile(difference, {Element(1)}, "f") == "1\n2\n");
  CHECK(test.mixedFile(difference, {Element(0)}, "f") == "1\n");
}

TEST_CASE("line ends of DOS are part of a line", "[revisions]") {
  TestStore test;
  SourceDifference difference =
      test.difference({{"f", "1\r\n2\r\n"}}, {{"f", "1\n2\r\n"}});
  REQUIRE(difference.changes.size() == 1);
  CHECK(test.mixedFile(difference, {Element(0)}, "f") == "1\n2\r\n");
}

TEST_CASE("a new file exists as soon as one of its lines does", "[revisions]") {
  TestStore test;
  SourceDifference difference = test.difference({}, {{"f", "1\n2\n"}});
  REQUIRE(difference.changes.size() == 2);
  CHECK(test.mixedFile(difference, {Element(1)}, "f") == "2\n");
}

TEST_CASE("a deleted file is gone with the last of its lines", "[revisions]") {
  TestStore test;
  SourceDifference difference = test.difference({{"f", "1\n2\n"}}, {});
  REQUIRE(difference.changes.size() == 2);
  CHECK(test.mixedFile(difference, {Element(0)}, "f") == "2\n");
  CHECK(test.mixedFile(difference, {Element(0), Element(1)}, "f") == "removed");
}

TEST_CASE("name, mode and lines of a file change separately", "[revisions]") {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "line " + std::to_string(i) + "\n";
  TestStore test;
  SourceDifference difference = test.difference(
      {{"old", text}},
      {{"new", TestFile(text + "more\n", FileMode::Executable)}});
  REQUIRE(difference.changes.size() == 3);
  const FileDifference &file = difference.files.front();
  REQUIRE(file.rename);
  REQUIRE(file.mode);
  CHECK(test.mixedFile(difference, {*file.rename}, "old") == "removed");
  CHECK(test.mixedFile(difference, {*file.rename}, "new") == text);
  CHECK(test.mixedFile(difference, {*file.mode}, "old") == text);
}

TEST_CASE("binary files, links and empty files are one change each",
          "[revisions]") {
  TestStore test;
  std::string zero("a\0b", 3), one("a\0c\nd", 5);
  SourceDifference difference = test.difference(
      {{"binary", zero}, {"link", TestFile("x", FileMode::Link)}},
      {{"binary", one}, {"link", TestFile("y", FileMode::Link)}, {"new", ""}});
  REQUIRE(difference.changes.size() == 3);
  for (const FileDifference &file : difference.files)
    CHECK(file.whole);
}

TEST_CASE("a file and a folder of the same name are exchanged together",
          "[revisions]") {
  TestStore test;
  SourceDifference difference = test.difference(
      {{"name", "file\n"}}, {{"name/a", "1\n2\n"}, {"name/b", "3\n"}});
  CHECK(difference.changes.size() == 1);
}
