//===- ChildProcess.h - Fork, exec, and what lies between -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_CHILDPROCESS_H
#define PINSTRIPE_SUPPORT_CHILDPROCESS_H

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace pinstripe {

/// The descriptors that become 0, 1 and 2 of the child.
struct ChildStreams {
  FileDescriptor input, output, error;
};

/// Starts the program of `spec`; returns when exec has succeeded.
llvm::Expected<pid_t> startChild(const SubprocessSpec &spec,
                                 const ChildStreams &streams);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_CHILDPROCESS_H
