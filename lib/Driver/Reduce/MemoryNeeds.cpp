// Refuses a reduction that would take more memory than is free.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/MemoryNeeds.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

llvm::Error pinstripe::checkMemory(const Trace &trace, Granularity granularity,
                                   Flow flow, uint64_t available) {
  uint64_t events = trace.size();
  uint64_t invocations = trace.allInvocations().size();
  uint64_t needed = reductionMemory(events, invocations, granularity, flow);
  if (available == 0 || needed <= available)
    return llvm::Error::success();
  bool statementsFit =
      granularity != Granularity::Statement &&
      reductionMemory(events, invocations, Granularity::Statement, flow) <=
          available;
  return llvm::make_error<TargetError>(
      "to reduce " + llvm::Twine(events) + " statement instances takes " +
      describeBytes(needed) + " of memory, and " + describeBytes(available) +
      " are free; " +
      (statementsFit ? "try `pinstripe reduce --granularity statement`"
                     : "choose a smaller input, or end other programs"));
}
