//===- TraceIdentity.h - Is this the trace of the last time? ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_TRACEIDENTITY_H
#define PINSTRIPE_EXECUTION_TRACEIDENTITY_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Tells whether a trace is that of the last time without reading all of it.
/// For what engines keep of a trace from run to run.
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
