//===- SourceCacheTest.cpp ------------------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parse that was kept is as good as a new one, and only used where a new one
// would be the same.
//
//===----------------------------------------------------------------------===//

#include "SourceCache.h"

#include "ScannedSource.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <random>

using namespace pinstripe;

namespace {

/// All that a model says, in lines.
Lines renderModel(const SourceModel &model) {
  Lines lines;
  for (const Lines &part : {renderFunctions(model), renderUnits(model),
                            renderAnchors(model), renderCleanups(model)})
    llvm::append_range(lines, part);
  for (auto [unit, statements] : model.merged)
    lines.push_back(render(model, model.units[unit]) + " merged " +
                    std::to_string(statements));
  for (const auto &[file, error] : model.failures)
    lines.push_back("failure: " + error);
  return lines;
}

/// Every kind of unit, anchors, cleanups, a macro, and a test of a `do`.
constexpr const char *richSource = R"(
#include "box.h"
#define BOTH(a, b) do { a; b; } while (0)
static Box global(1);
int loop(int n) {
  int sum = 0;
  Box local(n);
  for (int i = 0; i < n; i++)
    sum += i;
  do sum--; while (sum > 10);
  BOTH(sum++, sum += 2);
  return Pair<int>(sum).first;
}
)";

constexpr const char *richHeader = R"(
struct Box {
  explicit Box(int n) : size(n) {}
  ~Box() { size = 0; }
  int size;
};
template <typename T> struct Pair {
  explicit Pair(T value) : first(value) { Box inner(2); first += inner.size; }
  T first;
};
)";

/// A source folder with a cache.
class CachedSource {
public:
  CachedSource() {
    folder.write("main.cpp", richSource);
    folder.write("box.h", richHeader);
  }

  std::string cacheFolder() const { return folder.path + "/cache/sources"; }
  Lines scan(llvm::StringRef name = "main.cpp") const {
    return renderModel(scanSources({folder.unit(name.str())}, "",
                                   folder.path + "/program", cacheFolder()));
  }
  Lines scanAnew(llvm::StringRef name = "main.cpp") const {
    return renderModel(folder.scan({folder.unit(name.str())}));
  }
  Lines cacheFiles() const {
    Lines files;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(cacheFolder(), error), end;
         !error && at != end; at.increment(error))
      files.push_back(at->path());
    return files;
  }

  SourceFolder folder;
};

std::string contentOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  REQUIRE(buffer);
  return (*buffer)->getBuffer().str();
}

void overwrite(const std::string &path, const std::string &content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// Nobody parses this: what comes out was kept.
ParsedSource inventedSource() {
  ParsedSource source;
  SourceExtent extent{"/nowhere.c", {1, 2}, {3, 4}};
  source.functions.push_back({"invented", extent, extent});
  SourcePiece piece;
  piece.unit.extent = extent;
  piece.unit.function = 0;
  piece.unit.repeated = extent;
  piece.unit.anchors.push_back({extent, CompilerFamily::GCC});
  SourceDecisions::Decision decision{extent, "a"};
  decision.whenTrue = SourceDecisions::out(0, true);
  decision.whenFalse = SourceDecisions::out(0, false);
  decision.isNegated = true;
  piece.unit.decisions.push_back({{decision}, {{true, false}}});
  piece.spelling = "/nowhere.c:7;";
  source.pieces.assign(2, piece);
  source.cleanups.emplace(0, 1);
  source.failure = "a failure";
  return source;
}

const std::vector<CompileCommand> someCommands{{"/", {"-x", "c"}, {}}};

} // namespace

TEST_CASE("a kept source is what a parse gives", "[program][cache]") {
  CachedSource source;
  Lines anew = source.scanAnew();
  REQUIRE(llvm::any_of(anew, [](llvm::StringRef line) {
    return line.contains("@") || line.contains("merged");
  }));
  CHECK(source.scan() == anew);
  REQUIRE(source.cacheFiles().size() == 1);
  CHECK(source.scan() == anew);
  CHECK(source.cacheFiles().size() == 1);
}

TEST_CASE("parsed units come together as if parsed one after the other",
          "[program][cache]") {
  CachedSource source;
  std::vector<CompilationUnit> units;
  for (const char *name : {"a.cpp", "b.cpp", "c.cpp", "main.cpp"}) {
    source.folder.write(name, std::string("#include \"box.h\"\nint ") +
                                  name[0] +
                                  "() { return Pair<long>(1).first; }");
    units.push_back(source.folder.unit(name));
  }
  source.folder.write("main.cpp", richSource);
  auto scan = [&] {
    return renderModel(scanSources(units, "", source.folder.path + "/program",
                                   source.cacheFolder()));
  };
  Lines first = scan();
  CHECK(source.cacheFiles().size() == 4);
  CHECK(scan() == first);
  CHECK(renderModel(source.folder.scan(units)) == first);
  // The header's functions are there once.
  CHECK(llvm::count_if(first, [](llvm::StringRef line) {
          return line.starts_with("Box::Box ");
        }) == 1);
}

TEST_CASE("what could not be parsed is kept with its failure",
          "[program][cache]") {
  CachedSource source;
  source.folder.write("broken.c", "int f(void) { return 1; }\nint g( { }\n");
  Lines anew = source.scanAnew("broken.c");
  REQUIRE(llvm::StringRef(anew.back()).starts_with("failure: "));
  CHECK(source.scan("broken.c") == anew);
  CHECK(source.scan("broken.c") == anew);
}

TEST_CASE("a change in any file that was read, or was not there, makes a new "
          "parse",
          "[program][cache]") {
  CachedSource source;
  source.folder.write("main.c", "#include \"first.h\"\n"
                                "#if __has_include(\"second.h\")\n"
                                "#include \"second.h\"\n"
                                "#endif\n"
                                "#ifdef HAVE_CONFIG_H\n"
                                "static void configured(void) { }\n"
                                "#endif\n"
                                "int f(int a) { a++; return a; }\n");
  source.folder.write("first.h", "static void one(void) { }\n");
  Lines before = source.scan("main.c");
  SECTION("the source") {
    source.folder.write("main.c", "#include \"first.h\"\n"
                                  "#if __has_include(\"second.h\")\n"
                                  "#include \"second.h\"\n"
                                  "#endif\n"
                                  "\n\n\nint f(int b) { b++; return b; }\n");
  }
  SECTION("a header") {
    source.folder.write("first.h", "static void two(void) { }\n");
  }
  SECTION("a header that appears") {
    source.folder.write("second.h", "static void two(void) { }\n");
  }
  SECTION("a configuration that appears") {
    source.folder.write("config.h", "#define f renamed\n");
  }
  CHECK(source.scan("main.c") == source.scanAnew("main.c"));
  CHECK(source.scan("main.c") != before);
}

TEST_CASE("a header that appears in an earlier folder is the one that counts",
          "[program][cache]") {
  CachedSource source;
  source.folder.write("main.c", "#include <where.h>\n");
  source.folder.write("late/where.h", "static void late(void) { }\n");
  source.folder.write("early/other.h", "");
  CompilationUnit unit = source.folder.unit("main.c");
  unit.includeDirectories = {source.folder.path + "/early",
                             source.folder.path + "/late"};
  auto functions = [&] {
    return renderFunctions(scanSources(
        {unit}, "", source.folder.path + "/program", source.cacheFolder()));
  };
  CHECK(functions() == Lines{"late 1:1-1:27"});
  source.folder.write("early/where.h", "static void early(void) { }\n");
  CHECK(functions() == Lines{"early 1:1-1:28"});
}

TEST_CASE("a kept source belongs to its commands and answers",
          "[program][cache]") {
  SourceFolder folder;
  std::string file = folder.write("a.h", "before");
  std::string missing = folder.path + "/b.h";
  using Kind = FileQuestion::Kind;
  KeptSource kept;
  kept.source = inventedSource();
  {
    AskedFiles files(folder.path, kept.answers);
    REQUIRE(files.getBufferForFile("a.h"));
    CHECK_FALSE(files.exists("b.h"));
    llvm::SmallString<128> real;
    CHECK_FALSE(files.getRealPath("a.h", real));
  }
  CHECK(kept.answers.count({Kind::Content, file}));
  CHECK(kept.answers[{Kind::Type, missing}] == 0);
  auto isFound = [&](llvm::ArrayRef<CompileCommand> commands) {
    return SourceCache(folder.path + "/cache").find(commands).has_value();
  };
  CHECK_FALSE(isFound(someCommands));
  SourceCache(folder.path + "/cache").keep(someCommands, kept);
  REQUIRE(isFound(someCommands));
  SECTION("another command line") {
    CHECK_FALSE(isFound({{"/", {"-x", "c++"}, {}}}));
    CHECK_FALSE(isFound({{"/", {"-xc"}, {}}}));
    CHECK_FALSE(isFound({{"/", {"-x"}, {"c"}}}));
    CHECK_FALSE(isFound({}));
  }
  SECTION("another content") {
    folder.write("a.h", "behind");
    CHECK_FALSE(isFound(someCommands));
    folder.write("a.h", "before");
    CHECK(isFound(someCommands));
  }
  SECTION("a file where there was none") {
    folder.write("b.h", "");
    CHECK_FALSE(isFound(someCommands));
  }
  SECTION("a link where there was a file") {
    folder.write("c.h", "before");
    REQUIRE(!llvm::sys::fs::remove(file));
    REQUIRE(!llvm::sys::fs::create_link(folder.path + "/c.h", file));
    CHECK_FALSE(isFound(someCommands));
  }
  SECTION("no folder to keep it in") {
    SourceCache nowhere("");
    nowhere.keep(someCommands, kept);
    CHECK_FALSE(nowhere.find(someCommands));
    SourceCache inFile(file + "/cache");
    inFile.keep(someCommands, kept);
    CHECK_FALSE(inFile.find(someCommands));
  }
}

TEST_CASE("a damaged file of the cache is as good as none",
          "[program][cache]") {
  CachedSource source;
  Lines anew = source.scan();
  REQUIRE(source.cacheFiles().size() == 1);
  std::string path = source.cacheFiles().front();
  const std::string whole = contentOf(path);
  std::vector<std::string> damaged{"", whole.substr(0, whole.size() / 2),
                                   whole + "x", std::string(100, 'x')};
  for (size_t at : {size_t(0), size_t(9), size_t(13), size_t(21),
                    whole.size() / 2, whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[at] ^= 1;
  }
  for (const std::string &content : damaged) {
    overwrite(path, content);
    CHECK(source.scan() == anew);
    CHECK(contentOf(path) == whole);
  }
}

TEST_CASE("an encoded source comes out as it was", "[program][cache]") {
  KeptSource kept;
  kept.source = inventedSource();
  kept.answers[{FileQuestion::Kind::Names, "/nowhere"}] = ~uint64_t(0);
  auto decoded = decodeSource(encodeSource(kept));
  REQUIRE(decoded);
  CHECK(decoded->answers.begin()->second == ~uint64_t(0));
  const ParsedSource &source = decoded->source;
  CHECK(source.failure == "a failure");
  CHECK(source.cleanups == kept.source.cleanups);
  REQUIRE(source.functions.size() == 1);
  CHECK(source.functions[0].name == "invented");
  REQUIRE(source.pieces.size() == 2);
  const SourceExtent &extent = source.functions[0].extent;
  CHECK(extent == kept.source.functions[0].extent);
  CHECK(source.pieces[1].unit.repeated == extent);
  CHECK(source.pieces[1].unit.anchors[0].extent == extent);
  CHECK(source.pieces[1].spelling == "/nowhere.c:7;");
  REQUIRE(source.pieces[1].unit.decisions.size() == 1);
  const SourceDecisions &decisions = source.pieces[1].unit.decisions[0];
  REQUIRE(decisions.decisions.size() == 1);
  CHECK(decisions.decisions[0].text == "a");
  CHECK(decisions.decisions[0].whenTrue == SourceDecisions::out(0, true));
  CHECK(decisions.decisions[0].isNegated);
  REQUIRE(decisions.trees.size() == 1);
  CHECK(decisions.trees[0].mayEndInValue);
}

TEST_CASE("ways of decisions that lead nowhere are refused",
          "[program][cache]") {
  KeptSource kept;
  kept.source = inventedSource();
  using Way = SourceDecisions::Way;
  for (Way way : {Way(1), SourceDecisions::out(1, false)}) {
    kept.source.pieces[0].unit.decisions[0].decisions[0].whenTrue = way;
    CHECK_FALSE(decodeSource(encodeSource(kept)));
  }
}

TEST_CASE("bytes that are no source are refused, whatever they are",
          "[program][cache]") {
  KeptSource kept;
  kept.source = inventedSource();
  kept.answers[{FileQuestion::Kind::Type, "/nowhere"}] = 1;
  const auto whole = encodeSource(kept);
  SECTION("parts") {
    for (size_t size = 0; size < whole.size(); ++size)
      CHECK_FALSE(decodeSource(llvm::ArrayRef(whole).take_front(size)));
  }
  SECTION("more") {
    auto longer = whole;
    longer.push_back(0);
    CHECK_FALSE(decodeSource(longer));
  }
  SECTION("numbers without end") {
    for (size_t at = 0; at < whole.size(); ++at) {
      auto longer = whole;
      longer.insert(longer.begin() + at, 20, 0xff);
      (void)decodeSource(longer);
    }
  }
  SECTION("indices that lead nowhere") {
    kept.source.pieces[1].unit.function = 1;
    CHECK_FALSE(decodeSource(encodeSource(kept)));
    kept.source.pieces[1].unit.function = -1;
    CHECK(decodeSource(encodeSource(kept)));
    kept.source.cleanups.emplace(0, 2);
    CHECK_FALSE(decodeSource(encodeSource(kept)));
  }
  SECTION("changed bytes: what comes out can be taken") {
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
      auto bytes = whole;
      for (int changes = random() % 4; changes >= 0; --changes)
        bytes[random() % bytes.size()] = random();
      if (auto decoded = decodeSource(bytes)) {
        SourceCollector collector;
        collector.add(decoded->source);
        CHECK(collector.finish().units.size() <= decoded->source.pieces.size());
      }
    }
  }
}
