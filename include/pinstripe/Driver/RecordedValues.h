//===- RecordedValues.h - Values of the recorded run ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_RECORDEDVALUES_H
#define PINSTRIPE_DRIVER_RECORDEDVALUES_H

#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Report/EventValues.h"

namespace pinstripe {

/// What these events read and wrote in the recorded run; of more than
/// mostEventsWithValues the first ones. The whole run is executed once more
/// for it, unless that would take long. What can't be had is left out.
ValuesOfEvents readRecordedValues(RecordedCase &recorded,
                                  const EventSet &events);

/// Of those among these events that assign to variables, as far as that can be
/// told: whether they wrote what had been there before. As above.
std::map<uint32_t, bool> findUnchanged(RecordedCase &recorded,
                                       const EventSet &events);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_RECORDEDVALUES_H
