// Says where a recorded run used memory that nothing had set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_UNINITIALISEDMEMORY_H
#define PINSTRIPE_RESULT_UNINITIALISEDMEMORY_H

#include "pinstripe/Result/SourceLine.h"
#include "pinstripe/Trace/Trace.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A place where a run used a value that no statement had set, or memory that
/// was freed.
struct UninitialisedUse {
  enum class Kind : uint8_t {
    /// A local variable, or a part of one, was read before a value was stored
    /// in it.
    Variable,
    /// Uninitialised stack memory that belongs to no known variable was read.
    Stack,
    Heap, ///< Uninitialised memory from malloc or new was read.
    /// Memory from malloc or new was read, written or freed after it was freed.
    FreedHeap,
    /// A function ended without a `return`, and its result was used.
    MissingReturn,
  };
  Kind kind = Kind::Variable;
  /// The function that read the value, or that ended without a `return`.
  FunctionId function{};
  /// The line of the statement that read the value, or the last line of the
  /// function that ended without a `return`.
  SourceLine line = {};
  /// The first event that read the value. If a function ended without a
  /// `return`, this is the last event of the function's call. nullopt if the
  /// call had no events.
  std::optional<EventIndex> event = {};
  /// How many events read the value. If the function ended without a `return`,
  /// how many of its calls did so.
  uint64_t instances = 1;
  /// The name of the variable that was read; empty if no variable was read.
  std::string variable = {};
  /// The line that declares the variable, allocated or freed the heap memory,
  /// or called the function without a `return`; nullopt if it is not known.
  std::optional<SourceLine> origin = {};
};

/// The places where the recorded run used values that nothing had set. They are
/// looked for only if the output or the crash depends on such values.
struct UninitialisedMemory {
  /// The places where the run used values that nothing had set, the most
  /// informative places first; empty if the places are not known.
  std::vector<UninitialisedUse> uses;
  /// The reason why the places in `uses` could not be found; empty if they were
  /// found.
  std::string omitted;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_UNINITIALISEDMEMORY_H
