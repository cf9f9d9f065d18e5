// Says in words why an event is in a slice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SliceWords.h"

using namespace pinstripe;

llvm::StringRef pinstripe::describe(SliceReason::Kind kind) {
  switch (kind) {
  case SliceReason::Kind::Data:
    return "made a value for";
  case SliceReason::Kind::Address:
    return "made an address for";
  case SliceReason::Kind::Control:
    return "decided about";
  case SliceReason::Kind::Potential:
    return "could have decided otherwise and made another value for";
  }
  llvm_unreachable("not a kind");
}
