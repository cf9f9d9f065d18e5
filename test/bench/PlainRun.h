// Runs the unmodified program, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_PLAINRUN_H
#define PINSTRIPE_BENCH_PLAINRUN_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/Support/Error.h"

namespace pinstripe::bench {

/// Runs the unmodified program to its end, with its output in a file. Returns
/// the time in seconds. The program is started by posix_spawn, which does not
/// copy the page tables of this process. So no test that starts the program can
/// take less time.
llvm::Expected<double> timePlainRun(const LaunchSpec &launch,
                                    const std::string &outputFile);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_PLAINRUN_H
