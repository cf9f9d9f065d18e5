// Tells how much memory a trace needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TRACE_TRACESIZE_H
#define PINSTRIPE_TRACE_TRACESIZE_H

#include <cstdint>
#include <limits>

namespace pinstripe {

/// The largest number of events in a trace. It is the largest int, since the
/// bit vectors that are used for sets of events have int indices.
inline constexpr uint64_t largestTrace = std::numeric_limits<int32_t>::max();

/// Returns how many bytes of memory the reduction of a trace needs: for the
/// trace itself, for the tables of the engine and of the reducer, and for some
/// sets of events. `events` and `invocations` give the size of the trace.
constexpr uint64_t traceBytes(uint64_t events, uint64_t invocations) {
  return 6 * events + 112 * invocations;
}

/// Returns how many bytes a trace may take if `availableBytes` of memory are
/// free.
constexpr uint64_t roomForTrace(uint64_t availableBytes) {
  return availableBytes / 2;
}

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACESIZE_H
