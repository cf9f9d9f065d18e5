// Groups actions of a user that are perhaps irrelevant as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H
#define PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// Returns groups of neighbouring actions, coarse ones first: the lines that
/// are typed, with the key Enter at the end; the words; the repetitions of an
/// action. The action with the index i is the element i. No group has a single
/// action or all of them.
std::vector<ElementGroup> actionGroups(llvm::ArrayRef<Action> actions);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H
