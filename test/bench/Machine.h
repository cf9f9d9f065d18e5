//===- Machine.h - Where the numbers were measured -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_MACHINE_H
#define PINSTRIPE_BENCH_MACHINE_H

#include <string>

namespace pinstripe::bench {

/// Processor, cores, kernel, compilers and how we were built, in one line.
std::string describeMachine();

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_MACHINE_H
