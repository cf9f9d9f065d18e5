// Tests that live runs exchange functions of the program by recompiled ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RecompiledProgram.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;
using namespace pinstripe::test;

static const char *const sumsProgram = R"(
#include <stdio.h>
#ifdef RECOMPILED
extern int __pinstripe_mutation;
#else
static int __pinstripe_mutation = 0;
#endif
static int calls;
static int add(int a, int b) {
  calls++;
  switch (__pinstripe_mutation % 10) {
  case 1:
    return a - b;
  case 2:
    return a * b;
  default:
    return a + b;
  }
}
int main(void) {
  int sum = 0;
  for (int i = 1; i < 5; i++)
    sum = add(sum, i);
  printf("sum %d calls %d\n", sum, calls);
  return 0;
}
)";

TEST_CASE("a run executes the mutation whose number is chosen",
          "[native][mutation]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    RecompiledProgram test(compiler, sumsProgram);
    CHECK(test.link().empty());
    uint32_t first = test.numberOf("add");
    CHECK(test.output == "sum 10 calls 4\n");
    CHECK(test.run(first).standardOutput == test.output);
    CHECK(test.run(first + 1).standardOutput == "sum -10 calls 4\n");
    CHECK(test.run(first + 2).standardOutput == "sum 0 calls 4\n");
    CHECK(test.run(first + 10).standardOutput == test.output);
    CHECK(test.run(0).standardOutput == test.output);
  }
}
