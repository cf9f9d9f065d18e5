//===- Seeds.h - First inputs for the fuzzers -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_FUZZ_SEEDS_H
#define PINSTRIPE_TEST_FUZZ_SEEDS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe::fuzzing {

/// Takes the name of a fuzzer and an input for it.
using SeedSink =
    llvm::function_ref<void(llvm::StringRef fuzzer, llvm::StringRef input)>;

/// For TraceFuzzer and TraceFileFuzzer.
void traceSeeds(SeedSink sink);
/// For CaseFuzzer and BestResultFuzzer.
void storeSeeds(SeedSink sink);
/// For MachineCodeFuzzer, from the executables in a folder.
void codeSeeds(llvm::StringRef programs, SeedSink sink);
/// For KeptSourceFuzzer and CompilationDatabaseFuzzer.
void sourceSeeds(SeedSink sink);
void textSeeds(SeedSink sink);

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_SEEDS_H
