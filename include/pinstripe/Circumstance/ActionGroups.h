// Groups neighbouring actions of a user that a failure may not need at all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H
#define PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// Returns groups of neighbouring actions. The failure perhaps needs no action
/// of a group, so a search can try to remove the whole group. Large groups come
/// first: the actions that type a line (with the key Enter at its end), then
/// those that type a word, then repetitions of one action. In a group, element
/// i is the action with index i. Each group has at least two actions, and no
/// group has all actions.
std::vector<ElementGroup> actionGroups(llvm::ArrayRef<Action> actions);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_ACTIONGROUPS_H
