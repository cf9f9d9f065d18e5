// Recognises the trace that an engine has used last, without reading all of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_TRACEIDENTITY_H
#define PINSTRIPE_EXECUTION_TRACEIDENTITY_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Identifies a trace without reading all of it. An engine that has computed
/// data from one trace compares the identities of this trace and the next one,
/// to find out whether the data fit the next one, too.
struct TraceIdentity {
  const Trace *trace = nullptr;
  const void *events = nullptr;
  size_t size = 0;
  size_t sample = 0;
  bool operator==(const TraceIdentity &other) const = default;

  static TraceIdentity of(const Trace &trace);
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_TRACEIDENTITY_H
