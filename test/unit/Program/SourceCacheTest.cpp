// Tests that parsed sources are used again only while they are up to date.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceCache.h"

#include "ScannedSource.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <random>

using namespace pinstripe;

namespace {

/// Renders the whole model in lines.
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

/// This source has every kind of unit, anchors, cleanups, a macro, and a `do`.
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
class CachedFolder {
public:
  CachedFolder() {
    folder.write("main.cpp", richSource);
    folder.write("box.h", richHeader);
  }

  std::string cacheFolder() const { return folder.path + "/cache/sources"; }
  Lines scan(llvm::StringRef name = "main.cpp") const {
    return renderModel(scanSources({folder.unit(name.str())},
                                   {"", {}, cacheFolder()},
                                   folder.path + "/program"));
  }
  Lines scanAgain(llvm::StringRef name = "main.cpp") const {
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

/// Returns a source that no parse can give, so that it must come from the
/// cache.
ParsedSource inventedSource() {
  ParsedSource source;
  SourceExtent extent{"/nowhere.c", {1, 2}, {3, 4}};
  source.functions.push_back({"invented", extent, extent});
  SourcePiece piece;
  piece.unit.extent = extent;
  piece.unit.function = 0;
  piece.unit.repeated = extent;
  piece.unit.bindings = extent;
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
  source.defaulted.push_back(extent);
  return source;
}

const std::vector<CompileCommand> someCommands{{"/", {"-x", "c"}, {}}};

} // namespace

TEST_CASE("a cached source is what a parse gives", "[program][cache]") {
  CachedFolder source;
  Lines again = source.scanAgain();
  REQUIRE(llvm::any_of(again, [](llvm::StringRef line) {
    return line.contains("@") || line.contains("merged");
  }));
  CHECK(source.scan() == again);
  REQUIRE(source.cacheFiles().size() == 1);
  CHECK(source.scan() == again);
  CHECK(source.cacheFiles().size() == 1);
}

TEST_CASE("units parsed in parallel make the same model as in sequence",
          "[program][cache]") {
  CachedFolder source;
  std::vector<CompilationUnit> units;
  for (const char *name : {"a.cpp", "b.cpp", "c.cpp", "main.cpp"}) {
    source.folder.write(name, std::string("#include \"box.h\"\nint ") +
                                  name[0] +
                                  "() { return Pair<long>(1).first; }");
    units.push_back(source.folder.unit(name));
  }
  source.folder.write("main.cpp", richSource);
  auto scan = [&] {
    return renderModel(scanSources(units, {"", {}, source.cacheFolder()},
                                   source.folder.path + "/program"));
  };
  Lines first = scan();
  CHECK(source.cacheFiles().size() == 4);
  CHECK(scan() == first);
  CHECK(renderModel(source.folder.scan(units)) == first);
  // The functions of the header are listed only once.
  CHECK(llvm::count_if(first, [](llvm::StringRef line) {
          return line.starts_with("Box::Box ");
        }) == 1);
}

TEST_CASE("a source that can't be parsed is cached with its failure",
          "[program][cache]") {
  CachedFolder source;
  source.folder.write("broken.c", "int f(void) { return 1; }\nint g( { }\n");
  Lines again = source.scanAgain("broken.c");
  REQUIRE(llvm::StringRef(again.back()).starts_with("failure: "));
  CHECK(source.scan("broken.c") == again);
  CHECK(source.scan("broken.c") == again);
}

TEST_CASE("a change in any file that was read makes a new parse",
          "[program][cache]") {
  CachedFolder source;
  source.folder.write("main.c", "#include \"first.h\"\n"
                                "#ifdef HAVE_CONFIG_H\n"
                                "static void configured(void) { }\n"
                                "#endif\n"
                                "int f(int a) { a++; return a; }\n");
  source.folder.write("first.h", "static void one(void) { }\n");
  Lines before = source.scan("main.c");
  SECTION("the source") {
    source.folder.write("main.c", "#include \"first.h\"\n"
                                  "\n\n\nint f(int b) { b++; return b; }\n");
  }
  SECTION("a header") {
    source.folder.write("first.h", "static void two(void) { }\n");
  }
  SECTION("a configuration that appears") {
    source.folder.write("config.h", "#define f renamed\n");
  }
  CHECK(source.scan("main.c") == source.scanAgain("main.c"));
  CHECK(source.scan("main.c") != before);
}

TEST_CASE("a header that appears in an earlier folder counts when the program "
          "is built again",
          "[program][cache]") {
  CachedFolder source;
  source.folder.write("main.c", "#include <where.h>\n");
  source.folder.write("late/where.h", "static void late(void) { }\n");
  source.folder.write("early/other.h", "");
  CompilationUnit unit = source.folder.unit("main.c");
  unit.includeDirectories = {source.folder.path + "/early",
                             source.folder.path + "/late"};
  unit.moduleHash = "first";
  auto functions = [&] {
    return renderFunctions(scanSources({unit}, {"", {}, source.cacheFolder()},
                                       source.folder.path + "/program"));
  };
  CHECK(functions() == Lines{"late 1:1-1:27"});
  source.folder.write("early/where.h", "static void early(void) { }\n");
  CHECK(functions() == Lines{"late 1:1-1:27"});
  unit.moduleHash = "second";
  CHECK(functions() == Lines{"early 1:1-1:28"});
}

TEST_CASE("a cached source belongs to its program, commands and files",
          "[program][cache]") {
  SourceFolder folder;
  std::string file = folder.write("a.h", "before");
  CachedSource cached;
  cached.source = inventedSource();
  cached.files = {{file, llvm::xxh3_64bits(llvm::StringRef("before"))}};
  const SourceKey someKey{"some program", someCommands};
  auto isFound = [&](const SourceKey &key) {
    return SourceCache(folder.path + "/cache").find(key).has_value();
  };
  CHECK_FALSE(isFound(someKey));
  SourceCache(folder.path + "/cache").store(someKey, cached);
  REQUIRE(isFound(someKey));
  SECTION("another program") {
    CHECK_FALSE(isFound({"another program", someCommands}));
  }
  SECTION("another command line") {
    for (const CompileCommand &other :
         {CompileCommand{"/", {"-x", "c++"}, {}},
          CompileCommand{"/", {"-xc"}, {}}, CompileCommand{"/", {"-x"}, {"c"}}})
      CHECK_FALSE(isFound({"some program", other}));
    CHECK_FALSE(isFound({"some program", {}}));
  }
  SECTION("another content") {
    folder.write("a.h", "behind");
    CHECK_FALSE(isFound(someKey));
    folder.write("a.h", "before");
    CHECK(isFound(someKey));
  }
  SECTION("a file that is gone") {
    REQUIRE(!llvm::sys::fs::remove(file));
    CHECK_FALSE(isFound(someKey));
  }
  SECTION("no folder for the cache") {
    SourceCache nowhere("");
    nowhere.store(someKey, cached);
    CHECK_FALSE(nowhere.find(someKey));
    SourceCache inFile(file + "/cache");
    inFile.store(someKey, cached);
    CHECK_FALSE(inFile.find(someKey));
  }
}

TEST_CASE("a damaged file of the cache is ignored", "[program][cache]") {
  CachedFolder source;
  Lines again = source.scan();
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
    CHECK(source.scan() == again);
    CHECK(contentOf(path) == whole);
  }
}

TEST_CASE("a source is the same after encoding and decoding",
          "[program][cache]") {
  CachedSource cached;
  cached.source = inventedSource();
  cached.files["/nowhere"] = ~uint64_t(0);
  auto decoded = decodeSource(encodeSource(cached));
  REQUIRE(decoded);
  CHECK(decoded->files["/nowhere"] == ~uint64_t(0));
  const ParsedSource &source = decoded->source;
  CHECK(source.failure == "a failure");
  CHECK(source.cleanups == cached.source.cleanups);
  CHECK(source.defaulted == cached.source.defaulted);
  REQUIRE(source.functions.size() == 1);
  CHECK(source.functions[0].name == "invented");
  REQUIRE(source.pieces.size() == 2);
  const SourceExtent &extent = source.functions[0].extent;
  CHECK(extent == cached.source.functions[0].extent);
  CHECK(source.pieces[1].unit.repeated == extent);
  CHECK(source.pieces[1].unit.bindings == extent);
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

TEST_CASE("decisions whose ways lead nowhere are refused", "[program][cache]") {
  CachedSource cached;
  cached.source = inventedSource();
  using Way = SourceDecisions::Way;
  for (Way way : {Way(1), SourceDecisions::out(1, false)}) {
    cached.source.pieces[0].unit.decisions[0].decisions[0].whenTrue = way;
    CHECK_FALSE(decodeSource(encodeSource(cached)));
  }
}

TEST_CASE("bytes that are not a source are refused, whatever they are",
          "[program][cache]") {
  CachedSource cached;
  cached.source = inventedSource();
  cached.files["/nowhere"] = 1;
  const auto whole = encodeSource(cached);
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
    cached.source.pieces[1].unit.function = 1;
    CHECK_FALSE(decodeSource(encodeSource(cached)));
    cached.source.pieces[1].unit.function = -1;
    CHECK(decodeSource(encodeSource(cached)));
    cached.source.cleanups.emplace(0, 2);
    CHECK_FALSE(decodeSource(encodeSource(cached)));
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
