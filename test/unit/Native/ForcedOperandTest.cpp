// Tests that operands of conditions can be forced to a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs call functions with three truth values, in all combinations. A
// forced operand must have exactly the effect of a constant in its place.

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

using Value = LiveChange::Value;

const char *const shapes = R"(
#include <stdio.h>
#include <stdbool.h>
static int same(int v) { return v; }
static int ifs(int a, int b, int c) {
  if (a && b > 0 || !c)
    return 1;
  return 0;
}
static int values(int a, int b, int c) {
  int x = a && same(b);
  return x;
}
static int choices(int a, int b, int c) {
  return a ? b + same(0) : same(c);
}
static int constants(int a, int b, int c) {
  int x = (a || b) && c ? 1 : 0;
  return x;
}
static int loops(int a, int b, int c) {
  int n = 0;
  while (n < 2 && (a || b))
    n++;
  for (; b && n < 3; n++)
    ;
  do
    n++;
  while (n < 4 && c);
  return n;
}
static int arguments(int a, int b, int c) {
  return same(a || !b) + same(b);
}
static int negations(int a, int b, int c) {
  int x = !(a && b) && c;
  return x;
}
static int nested(int a, int b, int c) {
  if (a && same(b || c) > 0)
    return 2;
  return 3;
}
static int numbers(double a, double b, bool c) {
  if (a < b || c)
    return 1;
  return 0;
}
static void all(int a, int b, int c) {
  printf("%d%d%d%d%d%d%d%d%d ", ifs(a, b, c), values(a, b, c),
         choices(a, b, c), constants(a, b, c), loops(a, b, c),
         arguments(a, b, c), negations(a, b, c), nested(a, b, c),
         numbers(a, b, c));
}
int main(void) {
  for (int i = 0; i < 8; i++)
    all(i & 1, i >> 1 & 1, i >> 2);
  return 0;
}
)";

/// The operand that is forced, given by its function and text, and the forced
/// value.
struct Forced {
  std::string function, text;
  Value value = Value::True;

  bool operator()(llvm::StringRef itsFunction, llvm::StringRef itsText,
                  bool natural) const {
    if (itsFunction != function || itsText != text)
      return natural;
    return value == Value::Other ? !natural : value == Value::True;
  }
};

/// Returns what the functions above return.
std::string resultOf(const Forced &f, int a, int b, int c) {
  auto choice = [&](bool taken, int yes, int no) { return taken ? yes : no; };
  auto is = [&](llvm::StringRef function) {
    return [&f, function = function.str()](llvm::StringRef text, bool natural) {
      return f(function, text, natural);
    };
  };
  auto ifs = is("ifs"), values = is("values"), choices = is("choices"),
       constants = is("constants"), loops = is("loops"),
       arguments = is("arguments"), negations = is("negations"),
       nested = is("nested"), numbers = is("numbers");
  int n = 0;
  while (n < 2 && (loops("a", a) || loops("b", b)))
    n++;
  for (; loops("b", b) && n < 3; n++)
    ;
  do
    n++;
  while (n < 4 && loops("c", c));
  std::string result;
  for (int each :
       {int((ifs("a", a) && ifs("b > 0", b > 0)) || ifs("!c", !c)),
        int(values("a", a) && values("same(b)", b)),
        choice(choices("a", a), b, c),
        int((constants("a", a) || constants("b", b)) && constants("c", c)), n,
        int(arguments("a", a) || arguments("!b", !b)) + b,
        int(!(negations("a", a) && negations("b", b)) && negations("c", c)),
        nested("a", a) &&
                nested("same(b || c) > 0", nested("b", b) || nested("c", c))
            ? 2
            : 3,
        int(numbers("a < b", a < b) || numbers("c", c))})
    result += std::to_string(each);
  return result + " ";
}

std::string outputWith(const Forced &forced) {
  std::string output;
  for (int i = 0; i < 8; i++)
    output += resultOf(forced, i & 1, i >> 1 & 1, i >> 2);
  return output;
}

} // namespace

TEST_CASE("forcing an operand has the effect of a constant in its place",
          "[native][lldb][live][operands][long]") {
  auto [language, compiler] = GENERATE(from_range([] {
    std::vector<std::pair<Language, std::string>> all;
    for (Language language : {Language::C, Language::Cxx})
      for (const std::string &each : compilers(language))
        all.emplace_back(language, each);
    return all;
  }()));
  INFO(compiler);
  NativeProgram program(compiler, shapes);
  program.record();
  CHECK(orFail(program.engine().liveFlow()->executeLive(program.spec, {}))
            .standardOutput == outputWith({}));
  auto engines = program.otherEngines();
  std::vector<std::string> found;
  for (uint32_t i = 0; i < program.table.operands.size(); ++i) {
    const ConditionOperand &operand = program.table.operands[i];
    std::string function = program.table.function(operand.function).name;
    // Texts that occur twice are left out, and also constants that would make a
    // loop endless.
    bool isLoop = function == "loops";
    if (isLoop && operand.text != "a" && operand.text != "c")
      continue;
    found.push_back(function + " " + operand.text);
    LiveChange change;
    change.kind = LiveChange::Kind::Force;
    change.operand = OperandId{i};
    for (Value value : {Value::False, Value::True, Value::Other}) {
      INFO(found.back() << " value " << static_cast<int>(value));
      change.value = value;
      std::string expected = outputWith({function, operand.text, value});
      auto check = [&](ExecutionEngine &engine) {
        RunResult result =
            orFail(engine.liveFlow()->executeLive(program.spec, change));
        INFO(engine.name().str() << ": " << describeEnding(result.ending));
        CHECK(result.standardOutput == expected);
      };
      check(program.engine());
      check(*engines.front());
      // The LLDB engine is slow, so it tries only some of the operands.
      constexpr uint32_t every = 7;
      if (i % every == static_cast<uint32_t>(value))
        check(*engines.back());
    }
  }
  llvm::sort(found);
  std::vector<std::string> expected = {
      "arguments !b",  "arguments a", "choices a",
      "constants a",   "constants b", "constants c",
      "ifs !c",        "ifs a",       "ifs b > 0",
      "loops a",       "loops c",     "negations a",
      "negations b",   "negations c", "nested a",
      "nested b",      "nested c",    "nested same(b || c) > 0",
      "numbers a < b", "numbers c",   "values a",
      "values same(b)"};
  CHECK(found == expected);
}
