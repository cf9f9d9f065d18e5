//===- TraceFuzzer.cpp - Throws bytes at the trace reader -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fuzzes what lies behind magic, checksum and compression, which a fuzzer would
// not get past. Its own corpus: every trace that is accepted must fit its
// table, and come back as it was when written again.
//
//===----------------------------------------------------------------------===//

#include "TraceCodec.h"
#include "pinstripe/Trace/TraceFile.h"
#include <cstdlib>

using namespace pinstripe;

namespace {

/// Touches what the indices of a trace lead to.
void useTrace(const StoredTrace &stored) {
  const Trace &trace = stored.trace;
  for (const Event &event : trace.allEvents()) {
    const StatementUnit &unit = stored.table.unitOf(event.entry);
    (void)stored.table.displayPath(unit.range.file);
    (void)unitKindName(unit.kind);
  }
  size_t found = 0;
  for (const Invocation &invocation : trace.allInvocations())
    found += trace
                 .calledInvocation(invocation.caller, invocation.parent,
                                   invocation.function, 0)
                 .has_value();
  EventSet all(trace.size(), true);
  if (found != trace.allInvocations().size() || trace.feasible(all) != all)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto stored = parseTracePayload(llvm::ArrayRef(data, size));
  if (!stored) {
    llvm::consumeError(stored.takeError());
    return 0;
  }
  useTrace(*stored);
  detail::Bytes once = encodePayload(stored->trace, stored->table);
  auto again = parseTracePayload(once);
  if (!again || encodePayload(again->trace, again->table) != once)
    std::abort();
  return 0;
}
