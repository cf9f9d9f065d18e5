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

/// A place where a run used a value that no statement had set.
struct UninitialisedUse {
  enum class Kind : uint8_t {
    Variable, ///< A local variable or a part of one was read.
    /// Memory on the stack that belongs to no known variable was read.
    Stack,
    Heap, ///< Memory from malloc or new was read.
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
  /// The first event that read the value. For MissingReturn: the last event of
  /// the call, if the call had any.
  std::optional<EventIndex> event = {};
  /// How many events read the value, or how many calls ended without a
  /// `return`.
  uint64_t instances = 1;
  /// Name of the variable that was read; empty if `kind` is not Variable.
  std::string variable = {};
  /// Where the variable is declared, where the heap memory was allocated, or
  /// from where the function was called; nullopt if that is not known.
  std::optional<SourceLine> origin = {};
};

/// The uses of values that nothing had set, when the output or the crash of the
/// recorded run depends on such values.
struct UninitialisedMemory {
  /// The places where such values were used, the most telling ones first; empty
  /// if they are not known.
  std::vector<UninitialisedUse> uses;
  /// Says why the places are not known; empty if they are known.
  std::string omitted;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_UNINITIALISEDMEMORY_H
