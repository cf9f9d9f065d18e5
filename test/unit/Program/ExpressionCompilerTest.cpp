// Tests how C expressions over variables become small stack programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of the engines evaluate such locations in running programs.

#include "pinstripe/Program/ExpressionCompiler.h"
#include "BuiltTable.h"
#include "Expressions/Expression.h"
#include <cstring>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr const char *expressionSource = R"c(
struct mixed { char tag; long number; long double wide; };
int table[4];
int work(const char *word, struct mixed *one) {
  char buffer[8];
  buffer[0] = word[0];
  return buffer[0] + one->tag + table[1];
}
int main(void) {
  struct mixed one = {1, 2, 3};
  return work("word", &one);
}
)c";

class Compiled {
public:
  explicit Compiled(const std::string &compiler)
      : program(compiler, Language::C, expressionSource),
        table(tableOf(program)), expressions(table) {}

  CompiledExpression at(llvm::StringRef text, llvm::StringRef expression) {
    for (const UnitEntry &entry : table.entries)
      if (table.unit(entry.unit).text == text)
        return orFail(expressions.compile(expression, entry.address));
    FAIL("no unit " << text.str());
    return {};
  }

private:
  TestProgram program;
  UnitTable table;
  ExpressionCompiler expressions;
};

std::string formatted(ValueType::Kind kind, llvm::StringRef bytes) {
  ValueType type;
  type.kind = kind;
  type.size = static_cast<uint32_t>(bytes.size());
  return formatValue(type, bytes);
}

std::string messageOf(llvm::StringRef expression) {
  auto parsed = parseExpression(expression);
  return parsed ? "" : llvm::toString(parsed.takeError());
}

template <typename Number>
std::string formattedNumber(ValueType::Kind kind, Number number) {
  return formatted(
      kind,
      llvm::StringRef(reinterpret_cast<const char *>(&number), sizeof number));
}

} // namespace

TEST_CASE("the type decides how a location ends") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  Compiled compiled(compiler);
  using Extent = LocationProgram::Extent;
  const char *unit = "buffer[0] = word[0]";
  LocationProgram word = compiled.at(unit, "word").location;
  CHECK(word.extent == Extent::Pointed);
  CHECK(word.size == ExpressionCompiler::maxBytes);
  LocationProgram buffer = compiled.at(unit, "buffer").location;
  CHECK(buffer.extent == Extent::Terminated);
  CHECK(buffer.size == 8);
  LocationProgram element = compiled.at(unit, "table[2]").location;
  CHECK(element.extent == Extent::Fixed);
  CHECK(element.size == 4);
  REQUIRE(element.steps.size() == 2);
  CHECK(element.steps[0].kind == LocationStep::Kind::Address);
  CHECK(element.steps[1] == LocationStep{LocationStep::Kind::Add, 8, 8});
  LocationProgram address = compiled.at(unit, "&table[2]").location;
  CHECK(address.extent == Extent::Word);
  CHECK(address.steps == element.steps);
}

TEST_CASE("bytes between members and after a long double are padding") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  Compiled compiled(compiler);
  LocationProgram one =
      compiled.at("return buffer[0] + one->tag + table[1]", "*one").location;
  CHECK(one.size == 32);
  CHECK(one.padding == std::vector<ByteRange>{{1, 8}, {26, 32}});
}

TEST_CASE("values are written as in the source") {
  using Kind = ValueType::Kind;
  CHECK(formattedNumber<int8_t>(Kind::Signed, -3) == "-3");
  CHECK(formattedNumber<int64_t>(Kind::Signed, INT64_MIN) ==
        "-9223372036854775808");
  CHECK(formattedNumber<uint16_t>(Kind::Unsigned, 65535) == "65535");
  CHECK(formattedNumber(Kind::Float, 0.1) == "0.1");
  CHECK(formattedNumber(Kind::Float, 0.1f) == "0.1");
  CHECK(formattedNumber(Kind::Float, 1e300) == "1e+300");
  CHECK(formattedNumber<char>(Kind::Character, '\n') == "'\\n'");
  CHECK(formattedNumber<char>(Kind::Character, '\'') == "'\\''");
  CHECK(formattedNumber<bool>(Kind::Boolean, true) == "true");
  CHECK(formattedNumber<uint64_t>(Kind::Pointer, 0) == "null");
  CHECK(formattedNumber<uint64_t>(Kind::Pointer, 0x1f) == "0x1f");
  CHECK(formatted(Kind::Text, "say \"so\"") == "\"say \\\"so\\\"\"");
  CHECK(formatted(Kind::Text, llvm::StringRef("\0", 1)) == "null");
  ValueType text;
  text.kind = Kind::Text;
  ValueLimits limits;
  limits.characters = 3;
  CHECK(formatValue(text, "abcd", limits) == "\"abc\"...");
  ValueType shape;
  shape.kind = Kind::Structure;
  shape.name = "Shape";
  CHECK(formatValue(shape, "") == "{}");
  shape.hasHiddenMembers = true;
  CHECK(formatValue(shape, "") == "Shape{...}");
}

TEST_CASE("values whose size fits no type are written without failure") {
  CHECK(formatted(ValueType::Kind::Enumeration, "") == "0");
  CHECK(formattedNumber(ValueType::Kind::Enumeration, __int128(-2)) == "-2");
}

TEST_CASE("an index that overflows is refused") {
  for (const char *text :
       {"a[9223372036854775807 + 1]", "a[-9223372036854775807 - 2]"})
    CHECK(llvm::StringRef(messageOf(text)).starts_with("a smaller number"));
  CHECK(messageOf("a[9223372036854775806 + 1]").empty());
}
