// Runs the unmodified program, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_PLAINRUN_H
#define PINSTRIPE_BENCH_PLAINRUN_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/Support/Error.h"

namespace pinstripe::bench {

/// Runs the unmodified program to its end, with output to a file, and returns
/// the seconds. posix_spawn starts it, which does not copy our page tables, so
/// this is the least that any test of a program from outside can take.
llvm::Expected<double> timePlainRun(const LaunchSpec &launch,
                                    const std::string &outputFile);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_PLAINRUN_H
