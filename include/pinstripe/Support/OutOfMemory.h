// Decides what this process does when memory runs out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_OUTOFMEMORY_H
#define PINSTRIPE_SUPPORT_OUTOFMEMORY_H

#include <system_error>

namespace pinstripe {

/// A function that is called when an allocation of memory fails. It must not
/// return.
using ExhaustionHandler = void (*)();

/// Installs a handler for failed allocations and returns the previous handler.
/// The handler is called for all threads and all libraries, including LLVM.
/// Null restores the default: the libraries abort, or call the handler that was
/// installed before the first call of this function.
ExhaustionHandler setExhaustionHandler(ExhaustionHandler handler);

/// Calls the handler for failed allocations if `failure` says that there was
/// not enough memory. The handler does not return. So if this function returns,
/// the failure has another reason, such as a missing file.
void requireMemory(std::error_code failure);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_OUTOFMEMORY_H
