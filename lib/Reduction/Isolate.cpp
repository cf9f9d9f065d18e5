// Certifies the result of the isolating algorithm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Isolate.h"

using namespace pinstripe;

void Isolate::certifyResult() {
  // The empty configuration does not FAIL, so a single element is 1-minimal.
  bool isWhole = passingSide().isEmpty() || best().count() == 1;
  certify(isWhole ? Minimality::OneMinimal : Minimality::OneMinimalDifference);
}
