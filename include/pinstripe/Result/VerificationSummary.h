// Defines the result of `pinstripe verify`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_VERIFICATIONSUMMARY_H
#define PINSTRIPE_RESULT_VERIFICATIONSUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// The result of `pinstripe verify`.
struct VerificationSummary : RunHeader {
  /// The result that `pinstripe verify` has checked: all events that the
  /// reduction kept, including those that can never be skipped.
  EventSet claimed;
  /// The events of the verified result that the output does not need. The
  /// output is reproduced without them, too.
  EventSet needless;
  /// How often a run executed all events of the verified result, and how often
  /// such a run reproduced the output.
  RepeatedRuns repeated = {};
  /// How many parts of the result were left out, one at a time, to find out
  /// whether the output needs them. A part is what the reduction removed as a
  /// whole, for example an event, or all events of a statement.
  uint64_t elements = 0;
  /// How many events of the verified result can never be skipped.
  uint64_t pinned = 0;
  /// How many events of the verified result could be skipped, but are executed
  /// because the user asked to keep them.
  uint64_t userPinned = 0;
  Certificate certificate = {};
  uint64_t tests = 0;

  bool isConfirmed() const { return needless.none() && !repeated.differ(); }
  /// Returns how many events of the verified result were not tried one by one,
  /// since they can only be left out together with another event.
  uint64_t glued() const {
    return claimed.count() - elements - pinned - userPinned;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_VERIFICATIONSUMMARY_H
