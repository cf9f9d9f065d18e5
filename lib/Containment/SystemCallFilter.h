// Declares the filter of system calls for programs in a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H
#define PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H

#include "llvm/ADT/ArrayRef.h"
#include <linux/filter.h>

namespace pinstripe {

/// Returns the filter of system calls. It denies access to what namespaces do
/// not confine, such as keys, sockets of hypervisors and files by handle. It
/// also denies signals to all processes and to servers, from which runs are
/// forked. If `mayConnect`, local sockets can be made.
llvm::ArrayRef<sock_filter> systemCallFilter(bool mayConnect);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H
