// Fuzzes the decoder of traces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input is the decompressed content of a trace file. In a file, the content
// is protected by a magic number, checksums and compression, which random
// changes would not get past. If the decoder accepts a trace, it must fit its
// unit table.

#include "Fuzzing.h"
#include "TraceCodec.h"
#include "pinstripe/Trace/TraceFile.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

/// Uses all indices in a trace, so that a wrong one is noticed.
void useTrace(const StoredTrace &stored) {
  const Trace &trace = stored.trace;
  for (Event event : trace.allEvents()) {
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
  require(found == trace.allInvocations().size() && trace.feasible(all) == all);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto write = [](const StoredTrace &stored) {
    return encodePayload(stored.trace, stored.table);
  };
  auto both = readTwice(llvm::ArrayRef(data, size), parseTracePayload, write);
  if (both)
    useTrace(both->first);
  return 0;
}
