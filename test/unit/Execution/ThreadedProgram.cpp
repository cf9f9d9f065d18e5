// Compiles and runs small programs with threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ThreadedProgram.h"
#include "TestSupport/Extent.h"
#include "pinstripe/Trace/Trace.h"

using namespace pinstripe;

ThreadedProgram::ThreadedProgram(const std::string &compiler,
                                 const std::string &source,
                                 const std::vector<std::string> &options,
                                 TableKind kind)
    : ProgramUnderTest(compiler, source, options, kind) {
  spec.wallLimitSeconds = 1000;
}

void ThreadedProgram::recordRepeatedly(const std::string &output) {
  RunResult result = record().result;
  INFO(describeEnding(result.ending));
  INFO(result.standardError);
  REQUIRE(result.standardOutput == output);
  Trace first = trace();
  int repetitions = test::triesEverything() ? 2 : 1;
  for (int i = 0; i < repetitions; ++i) {
    INFO(i);
    const Recording &again = record();
    REQUIRE(again.result.standardOutput == output);
    REQUIRE(describeEnding(again.result.ending) ==
            describeEnding(result.ending));
    REQUIRE_FALSE(firstDifferentEvent(first, again.trace));
  }
  RunResult full = execute(all());
  REQUIRE(full.standardOutput == output);
  REQUIRE(describeEnding(full.ending) == describeEnding(result.ending));
  REQUIRE(full.eventsExecuted == first.size());
}
