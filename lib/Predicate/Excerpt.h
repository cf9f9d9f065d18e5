// Shows the beginning of an output in messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_EXCERPT_H
#define PINSTRIPE_PREDICATE_EXCERPT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// Returns the first lines of `text`, each preceded by a newline and indented.
/// Control characters are escaped, and "..." stands where text was cut.
std::string excerptOf(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_EXCERPT_H
