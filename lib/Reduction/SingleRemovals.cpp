// Implements the sweep as an algorithm of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SingleRemovals.h"

using namespace pinstripe;

std::optional<Configuration> SingleRemovals::next() {
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}
