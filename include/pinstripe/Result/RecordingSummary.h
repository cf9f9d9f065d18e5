// Defines the result of `pinstripe record`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_RECORDINGSUMMARY_H
#define PINSTRIPE_RESULT_RECORDINGSUMMARY_H

#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

struct RecordingSummary : RunHeader {
  std::string eventsFile;
  double recordSeconds = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_RECORDINGSUMMARY_H
