// Decides from the environment what a terminal can show, and what users want.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TERMINALTRAITS_H
#define PINSTRIPE_REPORT_TERMINALTRAITS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// A function that returns the value of an environment variable; an empty text
/// if it is not set.
using Variables = llvm::function_ref<llvm::StringRef(llvm::StringRef)>;

/// Returns true if text should have colours. The conventions of NO_COLOR and
/// CLICOLOR decide: NO_COLOR means never. Otherwise CLICOLOR_FORCE means
/// always, unless it is 0. Otherwise there are colours on a terminal that has
/// them, unless CLICOLOR is 0.
bool wantsColour(bool isTerminal, Variables variables);

/// Returns true if the terminal is known to make links of the codes OSC 8. Most
/// terminals do, and most of the others ignore these codes, but some print
/// them. FORCE_HYPERLINK is a convention of other tools: links are written
/// everywhere if it is set, and nowhere if it is 0.
bool showsHyperlinks(bool isTerminal, Variables variables);

/// Returns true if the terminal is known to have a title that programs can set.
bool hasTitle(bool isTerminal, Variables variables);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TERMINALTRAITS_H
