//===- PlainRun.h - The program as it is -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_PLAINRUN_H
#define PINSTRIPE_BENCH_PLAINRUN_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/Support/Error.h"

namespace pinstripe::bench {

/// Starts the unmodified program as fast as the system can (posix_spawn: no
/// page table of ours is copied), output to a file, and waits for its end. The
/// least that any way of testing a program from outside can take. Seconds.
llvm::Expected<double> timePlainRun(const LaunchSpec &launch,
                                    const std::string &outputFile);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_PLAINRUN_H
