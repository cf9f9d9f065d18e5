//===- WrittenFiles.h - The files that a run writes -------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_WRITTENFILES_H
#define PINSTRIPE_LIB_DRIVER_WRITTENFILES_H

#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

/// What the last run in the sandbox has written, as Case::writtenFiles.
std::vector<std::string> filesWrittenIn(const Sandbox &sandbox,
                                        llvm::StringRef workingDirectory);

/// Turns --same-files into --same-file for each. A UsageError if the run of the
/// case writes none below its working directory.
llvm::Error nameWrittenFiles(Case &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_WRITTENFILES_H
