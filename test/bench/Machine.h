// Describes the machine on which the benchmark runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_MACHINE_H
#define PINSTRIPE_BENCH_MACHINE_H

#include <string>

namespace pinstripe::bench {

/// Returns processor, cores, kernel, compilers and type of build in one line.
std::string describeMachine();

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_MACHINE_H
