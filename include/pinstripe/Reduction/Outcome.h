//===- Outcome.h - What a test says -----------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_OUTCOME_H
#define PINSTRIPE_REDUCTION_OUTCOME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace pinstripe {

/// The outcomes of Zeller and Hildebrandt (2002), in their polarity.
enum class Outcome : uint8_t {
  Pass,       ///< ended by itself and did something else
  Fail,       ///< the output under investigation is reproduced: good news
  Unresolved, ///< crash, hang, divergence, limit
};

/// "PASS", "FAIL", "UNRESOLVED".
llvm::StringRef outcomeName(Outcome outcome);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOME_H
