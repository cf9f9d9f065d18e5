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
  EventSet claimed; ///< The events of the result that was verified.
  /// The events of `claimed` without which the output is still reproduced.
  EventSet needless;
  RepeatedRuns repeated = {}; ///< How often the result was executed again.
  /// How many elements of the result (parts that are skipped as a whole) were
  /// left out, one at a time. Events that can't be skipped alone are not
  /// counted.
  uint64_t elements = 0;
  uint64_t pinned = 0;     ///< How many claimed events can't be skipped.
  uint64_t userPinned = 0; ///< How many claimed events the user wanted to keep.
  Certificate certificate = {};
  uint64_t tests = 0;

  bool isConfirmed() const { return needless.none() && !repeated.differ(); }
  /// Returns how many claimed events were only left out together with others.
  uint64_t glued() const {
    return claimed.count() - elements - pinned - userPinned;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_VERIFICATIONSUMMARY_H
