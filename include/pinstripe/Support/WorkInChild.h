// Does work in a child process, which can be killed at any time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_WORKINCHILD_H
#define PINSTRIPE_SUPPORT_WORKINCHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <optional>
#include <string>

namespace pinstripe {

/// Calls `work` in a forked copy of this process, and returns the text that
/// `work` returns. Meant for functions of libraries that can't be interrupted
/// or may crash. Returns nullopt if `work` returns nullopt, or if the child
/// crashes or can't be started. Soon after `givenUp` has become true, the child
/// is killed and the result is nullopt. `givenUp` may be null. The child has
/// only the calling thread, and no open files.
std::optional<std::string>
textFromChild(llvm::function_ref<std::optional<std::string>()> work,
              const std::atomic<bool> *givenUp);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_WORKINCHILD_H
