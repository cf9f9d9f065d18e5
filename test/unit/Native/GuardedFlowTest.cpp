//===- GuardedFlowTest.cpp - Guarded flow of real programs ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What guarded flow is for, in both engines.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Execution/LLDBEngine.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A program, recorded, and the engines that execute it in guarded flow.
class GuardedProgram {
public:
  GuardedProgram(const std::string &compiler, llvm::StringRef source,
                 llvm::StringRef input)
      : program(compiler, source) {
    program.writeInput(input);
    program.record();
    program.spec.flow = Flow::Guarded;
    graph = std::make_unique<UnitGraph>(program.table, program.trace());
    tree = std::make_unique<ControlTree>(*graph, program.trace());
    addNative(/*trapsOnly=*/true);
    engines.push_back(NativeProgram::orFail(createLLDBEngine(
        program.table, {program.path("lldb"), /*rewind=*/true})));
  }

  /// By all engines, which must agree.
  RunResult execute(const EventSet &events, Poison poison = Poison::Pattern) {
    program.spec.poison = poison;
    EventSet included = tree->closed(program.trace().feasible(events));
    RunResult result = program.execute(included);
    for (const auto &engine : engines) {
      INFO(engine->name().str());
      RunResult other = NativeProgram::orFail(
          engine->execute(program.spec, program.trace(), included));
      CHECK(other.standardOutput == result.standardOutput);
      CHECK(other.eventsExecuted == result.eventsExecuted);
      CHECK(nameOf(other.ending) == nameOf(result.ending));
    }
    return result;
  }
  /// With the unit at which a condition arrived.
  std::string nameOf(const Ending &ending) const {
    auto *otherwise = std::get_if<DecidedOtherwise>(&ending);
    if (!otherwise)
      return describeEnding(ending);
    std::string name =
        program.table.unitOf(program.trace().event(otherwise->event).entry)
            .text;
    return name + " -> " +
           (otherwise->arrived ? program.table.unitOf(*otherwise->arrived).text
                               : "exit");
  }

  NativeProgram program;

private:
  void addNative(bool trapsOnly) {
    NativeEngineOptions options;
    options.scratchDirectory = program.path("int3");
    options.trapsOnly = trapsOnly;
    engines.push_back(
        NativeProgram::orFail(createNativeEngine(program.table, options)));
  }

  std::unique_ptr<UnitGraph> graph;
  std::unique_ptr<ControlTree> tree;
  std::vector<std::unique_ptr<ExecutionEngine>> engines;
};

} // namespace

static const char *const sumProgram = R"(
#include <stdio.h>
int main(void) {
  int b, i = 1;
  int sum = 0, junk = 0;
  scanf("%d", &b);
  while (i <= b) {
    sum += i;
    junk += 2;
    i++;
  }
  printf("%d\n", sum);
  return 0;
}
)";

TEST_CASE("in guarded flow a loop runs by its own decisions",
          "[native][lldb][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  GuardedProgram run(compiler, sumProgram, "3");
  const NativeProgram &program = run.program;
  SECTION("without anything that it does not need") {
    for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Large}) {
      RunResult result = run.execute(program.without({"junk"}), poison);
      CHECK(result.standardOutput == "6\n");
      CHECK(describeEnding(result.ending) == "exit status 0");
    }
  }
  SECTION("but not without what its condition reads") {
    RunResult result = run.execute(program.without({"i++"}));
    CHECK(run.nameOf(result.ending) == "while (i <= b) -> sum += i");
    result = run.execute(program.without({"scanf"}), Poison::Zero);
    CHECK(run.nameOf(result.ending) ==
          "while (i <= b) -> printf(\"%d\\n\", sum)");
    CHECK(result.standardOutput.empty());
  }
  SECTION("which trace flow does not ask for") {
    run.program.spec.flow = Flow::Trace;
    RunResult result = run.execute(program.without({"i++", "scanf"}));
    CHECK(result.standardOutput == "3\n");
  }
}
