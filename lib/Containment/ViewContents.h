// Lists the files that a run has written in its sandbox, since tests compare
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_VIEWCONTENTS_H
#define PINSTRIPE_LIB_CONTAINMENT_VIEWCONTENTS_H

#include "World.h"

namespace pinstripe {

/// Does the work of Sandbox::writtenFiles: lists files that the last run has
/// written. `top` is an open descriptor of the root of the sandbox's mounts.
std::vector<std::string> listWrittenFiles(int top, const World &world,
                                          size_t maxFiles);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_VIEWCONTENTS_H
