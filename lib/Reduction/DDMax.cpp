// Implements ddmax.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DDMax.h"

using namespace pinstripe;

void DDMax::certifyResult() {
  if (largestPassing())
    certify(Minimality::OneMaximal);
}
