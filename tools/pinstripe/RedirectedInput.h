// Finds the file that a shell has made standard input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_REDIRECTEDINPUT_H
#define PINSTRIPE_TOOLS_REDIRECTEDINPUT_H

#include <string>

namespace pinstripe {

/// Returns the file that the user's shell has made the tool's standard input,
/// as in `pinstripe reduce -- ./prog < in.txt`. Returns an empty text if there
/// is none. A file from which something was read already does not count, since
/// a loop of the shell may be reading its lines.
std::string redirectedInput();

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_REDIRECTEDINPUT_H
