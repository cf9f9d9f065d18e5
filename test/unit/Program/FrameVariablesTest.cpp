// Tests how bytes of a frame get the name of their variable.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/FrameVariables.h"
#include "BuiltTable.h"
#include "pinstripe/Program/ExpressionCompiler.h"

using namespace pinstripe;
using namespace pinstripe::test;

static constexpr const char *frameSource = R"c(
int work(int first) {
  int total;
  if (first > 3) {
    short inner[5];
    inner[4] = first;
    total = inner[4];
  }
  return total;
}
int main(void) { return work(4); }
)c";

TEST_CASE("The bytes of a variable have its name, in inner blocks, too",
          "[program][frame]") {
  auto compiler = GENERATE(as<std::string>{}, "clang-19", "gcc");
  TestProgram program(compiler, Language::C, frameSource);
  UnitTable table = tableOf(program);
  ExpressionCompiler expressions(table);
  FrameVariables variables(table);
  auto nameOf = [&](llvm::StringRef expression) {
    for (const UnitEntry &entry : table.entries)
      if (table.unit(entry.unit).text == "inner[4] = first") {
        auto place =
            llvm::cantFail(expressions.compile(expression, entry.address));
        REQUIRE(place.location.steps.front().kind == LocationStep::Kind::Frame);
        int64_t offset = 0;
        for (const LocationStep &step : place.location.steps)
          offset += step.number;
        auto found = llvm::cantFail(variables.at(entry.function, offset));
        return found ? found->name + ":" + std::to_string(found->line) : "";
      }
    return std::string("no such statement");
  };
  CHECK(nameOf("first") == "first:2");
  CHECK(nameOf("total") == "total:3");
  CHECK(nameOf("inner") == "inner:5");
}

TEST_CASE("Bytes outside of all variables have no name", "[program][frame]") {
  TestProgram program("gcc", Language::C, frameSource);
  UnitTable table = tableOf(program);
  FrameVariables variables(table);
  CHECK_FALSE(llvm::cantFail(variables.at(FunctionId(0), -4096)));
  CHECK_FALSE(llvm::cantFail(variables.at(FunctionId(0), 8)));
}
