// Reads and writes the lines of a list of actions that are about the mouse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H
#define PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H

#include "pinstripe/Interaction/Action.h"

namespace pinstripe {

/// Returns the action of the mouse that a line with this first word has;
/// nullopt if it has none.
std::optional<Action::Kind> mouseKind(llvm::StringRef verb);

/// Parses what follows the first word of a line about the mouse, and puts it
/// into `action`, whose kind says which action it is. Returns what is wrong;
/// empty if nothing is.
std::string parseMouse(llvm::StringRef text, Action &action);

/// Returns an action of the mouse as a line.
std::string mouseLine(const Action &action);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_MOUSEWORDS_H
