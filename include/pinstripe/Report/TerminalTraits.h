// Decides from the environment which features of the terminal to use, such as
// colours and links.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TERMINALTRAITS_H
#define PINSTRIPE_REPORT_TERMINALTRAITS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// A function that returns the value of an environment variable; an empty text
/// if it is not set.
using Variables = llvm::function_ref<llvm::StringRef(llvm::StringRef)>;

/// Returns true if text should have colours. The environment variables decide,
/// in this order:
/// - NO_COLOR means never.
/// - CLICOLOR_FORCE means always, unless its value is 0.
/// - CLICOLOR with the value 0 means never.
/// Otherwise text has colours on a terminal that supports them.
bool wantsColour(bool isTerminal, Variables variables);

/// Returns true if the terminal is known to make links from the escape codes
/// OSC 8. Most terminals do so, and most others ignore these codes, but some
/// print them. The user can decide with FORCE_HYPERLINK, as in other tools: 0
/// means no links, any other value means links everywhere.
bool showsHyperlinks(bool isTerminal, Variables variables);

/// Returns true if the terminal is known to have a title that programs can set.
bool hasTitle(bool isTerminal, Variables variables);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TERMINALTRAITS_H
