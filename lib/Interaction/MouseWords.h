// Reads and writes those lines in a list of actions that are about the mouse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H
#define PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H

#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// Returns the action of the mouse that a line with the first word `verb`
/// describes; nullopt if `verb` does not name such an action.
std::optional<Action::Kind> mouseKind(llvm::StringRef verb);

/// Parses a line about the mouse without its first word, and stores the result
/// in `action`. `action.kind` says which action it is. Returns a description of
/// the mistake in the line; empty if there is none.
std::string parseMouse(llvm::StringRef text, Action &action);

/// Returns the line that stands for an action of the mouse in a list of
/// actions.
std::string mouseLine(const Action &action);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H
