// Tests whether a reduction is refused if it does not fit into memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/MemoryNeeds.h"
#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static std::string refusalOf(const Trace &trace, Granularity granularity,
                             uint64_t available, Flow flow = Flow::Trace) {
  llvm::Error error = checkMemory(trace, granularity, flow, available);
  CHECK((!error || error.isA<TargetError>()));
  return llvm::toString(std::move(error));
}

TEST_CASE("A reduction that needs more memory than there is is refused before "
          "it begins",
          "[driver][memory]") {
  Trace trace = RunGenerator(20000, 1).run();
  uint64_t events = trace.size();
  uint64_t invocations = trace.allInvocations().size();
  uint64_t byStatement =
      reductionMemory(events, invocations, Granularity::Statement);
  uint64_t byInstance =
      reductionMemory(events, invocations, Granularity::Instance);
  REQUIRE(byStatement < byInstance);
  using Catch::Contains;
  CHECK(refusalOf(trace, Granularity::Statement, byStatement) == "");
  CHECK(refusalOf(trace, Granularity::Instance, byInstance) == "");
  CHECK(refusalOf(trace, Granularity::Instance, 0) ==
        ""); // The available memory is not known.
  CHECK_THAT(refusalOf(trace, Granularity::Statement, byStatement - 1),
             Contains(std::to_string(events) + " statement instances") &&
                 Contains("choose a smaller input"));
  CHECK_THAT(refusalOf(trace, Granularity::Instance, byInstance - 1),
             Contains("--granularity statement"));
  CHECK_THAT(refusalOf(trace, Granularity::Iteration, byStatement),
             Contains("--granularity statement"));
  CHECK_THAT(
      refusalOf(trace, Granularity::Statement, byStatement, Flow::Guarded),
      Contains("choose a smaller input"));
}
