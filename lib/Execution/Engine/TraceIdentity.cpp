// Recognises the trace that an engine has used last, without reading all of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/TraceIdentity.h"
#include "llvm/ADT/Hashing.h"

using namespace pinstripe;

TraceIdentity TraceIdentity::of(const Trace &trace) {
  TraceIdentity identity;
  identity.trace = &trace;
  identity.events = trace.allEvents().entryNumbers().data();
  identity.size = trace.size();
  size_t step = trace.size() / 256 + 1;
  llvm::hash_code sample = llvm::hash_value(trace.allInvocations().size());
  for (size_t i = 0; i < trace.size(); i += step) {
    Event event = trace.event(EventIndex(i));
    sample = llvm::hash_combine(sample, static_cast<uint32_t>(event.entry),
                                static_cast<uint32_t>(event.invocation));
  }
  identity.sample = sample;
  return identity;
}
