// Checks the paths of observed files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_OBSERVEDPATH_H
#define PINSTRIPE_PREDICATE_OBSERVEDPATH_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns true if the path names something below the working directory, so
/// that it exists in any copy of that directory.
bool staysInWorkingDirectory(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_OBSERVEDPATH_H
