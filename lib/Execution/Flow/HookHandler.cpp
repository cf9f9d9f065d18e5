// The interface between engines and the semantics of runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/HookHandler.h"

using namespace pinstripe;

Decision Decision::jump(uint64_t target) {
  Decision decision;
  decision.kind = Kind::Jump;
  decision.target = target;
  return decision;
}

Decision Decision::stop(Ending ending) {
  Decision decision;
  decision.kind = Kind::Stop;
  decision.ending = std::move(ending);
  return decision;
}
