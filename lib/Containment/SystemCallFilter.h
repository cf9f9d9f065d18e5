//===- SystemCallFilter.h - What a program may not ask for ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H
#define PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H

#include "llvm/ADT/ArrayRef.h"
#include <linux/filter.h>

namespace pinstripe {

/// Namespaces do not separate everything: keys, sockets to hypervisors, files
/// by handle. What would reach those fails. So do signals to all processes, and
/// to the one that the runs come from: they could only end the tool's own.
/// `mayConnect`: local sockets can be made; else they fail as well.
llvm::ArrayRef<sock_filter> systemCallFilter(bool mayConnect);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_SYSTEMCALLFILTER_H
