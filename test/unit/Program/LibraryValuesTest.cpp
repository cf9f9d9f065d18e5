// Tests how objects of the C++ library are written as text, in all states of
// their memory. Tests of the whole tool show the texts of valid objects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltTable.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include <random>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr const char *librarySource = R"cpp(
#include <array>
#include <atomic>
#include <deque>
#include <forward_list>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
struct Tree { int size; std::vector<Tree> below; std::unique_ptr<Tree> next; };
int main() {
  std::vector<int> vector{1, 2};
  std::vector<bool> bits{true};
  std::vector<std::vector<std::string>> nested;
  std::string text = "text";
  std::string_view view = text;
  std::map<std::string, Tree> map;
  std::set<int> set;
  std::unordered_map<int, double> hashed;
  std::list<long> list;
  std::forward_list<int> forward;
  std::deque<int> deque;
  std::array<int, 3> array{};
  std::pair<const int, std::string> pair{1, text};
  std::tuple<int, char, std::string> tuple;
  std::optional<std::string> optional;
  std::variant<int, std::string> variant;
  std::unique_ptr<Tree> unique;
  std::shared_ptr<int> shared;
  std::span<int> span(vector);
  std::queue<int> queue;
  std::atomic<int> atomic{3};
  Tree tree{};
  std::ostream &stream = std::cout;
  stream << vector.size();
}
)cpp";

const std::vector<std::string> names = {
    "vector", "bits",   "nested",   "text",    "view",   "map",
    "set",    "hashed", "list",     "forward", "deque",  "array",
    "pair",   "tuple",  "optional", "variant", "unique", "shared",
    "span",   "queue",  "atomic",   "tree"};

/// A function that answers requests for memory.
using Memory = std::function<std::optional<std::string>(MemoryImage::Part)>;

/// Formats a value, and adds memory to the image until no part is missing.
std::string formatted(const ValueType &type, llvm::StringRef bytes,
                      const Memory &memory, unsigned maxRounds) {
  MemoryImage image;
  for (unsigned round = 0; round < maxRounds; ++round) {
    std::string text = formatValue(type, bytes, ValueLimits(), image);
    std::set<MemoryImage::Part> missing = image.missing();
    if (missing.empty())
      return text;
    for (const MemoryImage::Part &part : missing)
      image.add(part, memory(part));
  }
  return "endless";
}

std::optional<std::string> unreadable(MemoryImage::Part) {
  return std::nullopt;
}

} // namespace

TEST_CASE("whatever is in the memory, an object of the library is written",
          "[program][library]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  TestProgram program(compiler, Language::Cxx, librarySource,
                      {"-g", "-O0", "-std=c++20"});
  UnitTable table = tableOf(program);
  ExpressionCompiler expressions(table);
  const UnitEntry *last = nullptr;
  for (const UnitEntry &entry : table.entries)
    if (table.unit(entry.unit).text == "stream << vector.size()")
      last = &entry;
  REQUIRE(last);
  std::mt19937 random(7);
  auto bytesOf = [&](size_t size) {
    std::string bytes(size, 0);
    for (char &each : bytes)
      each = static_cast<char>(random() % 4 == 0 ? random() : random() % 8);
    return bytes;
  };
  for (const std::string &name : names) {
    INFO(compiler << " " << name);
    auto compiled = orFail(expressions.compile(name, last->address));
    const ValueType &type = *compiled.type;
    if (type.kind == ValueType::Kind::Text)
      continue; // The text has been read already.
    REQUIRE(type.size != 0);
    CHECK(!type.isOpaqueClass);
    CHECK((type.content || name == "tree"));
    auto write = [&](const std::string &bytes, const Memory &memory) {
      std::string text = formatted(type, bytes, memory, /*maxRounds=*/2000);
      CHECK(text != "endless");
      CHECK(!text.empty());
      CHECK(text.find("_M_") == std::string::npos);
      return text;
    };
    CHECK(write(std::string(type.size, '\0'), unreadable) != "<invalid>");
    for (const char *poison : {"\xa5\x5a", "\xff\xff", "\x01\x00"}) {
      std::string bytes;
      while (bytes.size() < type.size)
        bytes += std::string(poison, 2);
      bytes.resize(type.size);
      write(bytes, unreadable);
      write(bytes, [&](MemoryImage::Part part) {
        return std::string(part.size, poison[0]);
      });
    }
    for (int i = 0; i < 50; ++i)
      write(bytesOf(type.size), [&](MemoryImage::Part part) {
        return random() % 8 == 0 ? std::nullopt
                                 : std::optional(bytesOf(part.size));
      });
  }
}

TEST_CASE("objects that are not constructed are invalid",
          "[program][library]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  TestProgram program(compiler, Language::Cxx, librarySource,
                      {"-g", "-O0", "-std=c++20"});
  UnitTable table = tableOf(program);
  ExpressionCompiler expressions(table);
  const StatementUnit *unit = findUnit(table, "stream << vector.size()");
  REQUIRE(unit);
  auto written = [&](llvm::StringRef name, const std::string &bytes) {
    for (const UnitEntry &entry : table.entries)
      if (&table.unit(entry.unit) == unit)
        return formatted(
            *llvm::cantFail(expressions.compile(name, entry.address)).type,
            bytes, unreadable, /*maxRounds=*/100);
    return std::string();
  };
  std::string words;
  for (int i = 0; i < 10; ++i)
    words += std::string("\xa5\x5a\xa5\x5a\xa5\x5a\xa5\x5a", 8);
  CHECK(written("map", words.substr(0, 48)) == "<invalid>");
  CHECK(written("list", words.substr(0, 24)) == "<invalid>");
  CHECK(written("hashed", words.substr(0, 56)) == "<invalid>");
  CHECK(written("view", words.substr(0, 16)) == "<invalid>");
  CHECK(written("unique", words.substr(0, 8)) == "<invalid>");
  CHECK(written("unique", std::string(8, '\0')) == "null");
  CHECK(written("vector", std::string(24, '\0')) == "{}");
  CHECK(written("optional", std::string(40, '\0')) == "nullopt");
}

TEST_CASE("a stream is not a value", "[program][library]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  TestProgram program(compiler, Language::Cxx, R"cpp(
#include <sstream>
int main() {
  std::istringstream in("1");
  int number = 0;
  in >> number;
  return number;
}
)cpp");
  UnitTable table = tableOf(program);
  REQUIRE(findUnit(table, "in >> number"));
  ExpressionCompiler expressions(table);
  for (const UnitEntry &entry : table.entries)
    if (table.unit(entry.unit).text == "in >> number") {
      auto compiled = expressions.compile("in", entry.address);
      if (compiled)
        CHECK(compiled->type->isOpaqueClass);
      else
        llvm::consumeError(compiled.takeError());
    }
}
