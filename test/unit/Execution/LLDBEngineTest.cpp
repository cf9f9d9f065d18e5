// Tests of partial executions of real programs under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramUnderTest.h"
#include "TestSupport/Catch.h"
#include "TestSupport/LeftoversProgram.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>
#include <fstream>

using namespace pinstripe;

namespace Catch {
template <> struct StringMaker<Ending> {
  static std::string convert(const Ending &ending) {
    return describeEnding(ending);
  }
};
} // namespace Catch

static int exitStatus(const RunResult &result) {
  INFO(describeEnding(result.ending));
  REQUIRE(result.exited());
  return std::get<Exited>(result.ending).status;
}

static const char *const sumProgram = R"(
#include <stdio.h>
int main(void) {
  int a;
  int sum = 0;
  int mul = 1;
  scanf("%d", &a);
  while (a <= 5) {
    sum = sum + a;
    mul = mul * a;
    a = a + 1;
  }
  printf("sum = %d\n", sum);
  printf("mul = %d\n", mul);
  return 0;
}
)";

template <class T> static T *findInPython(const char *name) {
  auto *found = reinterpret_cast<T *>(dlsym(RTLD_DEFAULT, name));
  REQUIRE(found);
  return found;
}

TEST_CASE("LLDB does not load its Python package", "[lldb][engine]") {
  ProgramUnderTest program(cCompilers().front(), "int main() { return 0; }");
  program.record();
  auto *lock = findInPython<int()>("PyGILState_Ensure");
  auto *unlock = findInPython<void(int)>("PyGILState_Release");
  auto *run = findInPython<int(const char *)>("PyRun_SimpleString");
  int state = lock();
  int exitStatus = run("import sys\n"
                       "assert not hasattr(sys.modules['lldb'], 'SBTarget')\n");
  unlock(state);
  CHECK(exitStatus == 0);
}

TEST_CASE("the full configuration reproduces the recorded run",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, sumProgram);
    program.writeInput("0");
    const Recording &recording = program.record();
    CHECK(recording.result.standardOutput == "sum = 15\nmul = 0\n");
    CHECK(exitStatus(recording.result) == 0);
    // In clang's line table, the back edge of the loop has a row of its own.
    CHECK(recording.trace.size() >= 31);
    CHECK(recording.result.eventsExecuted == recording.trace.size());
    RunResult full = program.execute(program.all());
    CHECK(full.standardOutput == "sum = 15\nmul = 0\n");
    CHECK(exitStatus(full) == 0);
    CHECK(full.eventsExecuted == recording.trace.size());
  }
}

TEST_CASE("the empty configuration ends by itself with a poisoned status",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, sumProgram);
    program.writeInput("0");
    program.record();
    RunResult result = program.execute(program.none());
    CHECK(exitStatus(result) == 0xA5);
    CHECK(result.standardOutput.empty());
    CHECK(result.eventsExecuted == 0);
    program.spec.poison = Poison::Zero;
    CHECK(exitStatus(program.execute(program.none())) == 0);
  }
}

TEST_CASE("a skipped initialisation leaves the poison pattern",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, sumProgram);
    program.writeInput("6");
    program.record();
    RunResult result = program.execute(program.only({"printf(\"sum"}));
    CHECK(result.standardOutput ==
          "sum = " + std::to_string(0x5AA55AA5) + "\n");
  }
}

TEST_CASE("a run of a lane sees the lane's folder", "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
int main(void) {
  char text[20] = "";
  FILE *file = fopen("name", "r");
  fgets(text, sizeof text, file);
  puts(text);
  fclose(file);
  file = fopen("made", "w");
  fputs("made", file);
  fclose(file);
  return 0;
}
)");
  for (const char *name : {"seen", "view"}) {
    REQUIRE(!llvm::sys::fs::create_directory(program.path(name)));
    std::ofstream(program.path(name) + "/name") << name;
  }
  program.spec.workingDirectory = program.path("seen");
  program.spec.observedFiles = {"made"};
  CHECK(program.record().result.standardOutput == "seen\n");
  program.spec.privateView = program.path("view");
  for (int i = 0; i < 2; ++i) {
    RunResult result = program.execute(program.all());
    CHECK(result.standardOutput == "view\n");
    CHECK(result.files["made"] == std::optional<std::string>("made"));
    CHECK(llvm::sys::fs::exists(program.path("view") + "/made"));
  }
  program.spec.privateView.clear();
  CHECK(program.execute(program.all()).standardOutput == "seen\n");
}

TEST_CASE("the stack is the same in all launches", "[lldb][engine][long]") {
  ProgramUnderTest program(cCompiler(), test::leftoversProgram);
  std::string first = program.record().result.standardOutput;
  program.dropEngine();
  CHECK(program.record().result.standardOutput == first);
}
