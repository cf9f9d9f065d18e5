// Declares the functions that write first inputs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_FUZZ_SEEDS_H
#define PINSTRIPE_TEST_FUZZ_SEEDS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe::fuzzing {

/// A function that receives the name of a fuzzer and an input for it.
using SeedSink =
    llvm::function_ref<void(llvm::StringRef fuzzer, llvm::StringRef input)>;

/// Writes inputs of TraceFuzzer and TraceFileFuzzer.
void traceSeeds(SeedSink sink);
/// Writes inputs of CaseFuzzer and BestResultFuzzer.
void storeSeeds(SeedSink sink);
/// Writes inputs of MachineCodeFuzzer, from the executables in a folder.
void codeSeeds(llvm::StringRef programs, SeedSink sink);
/// Writes inputs of CachedSourceFuzzer and CompilationDatabaseFuzzer.
void sourceSeeds(SeedSink sink);
void textSeeds(SeedSink sink);
/// Writes inputs of GrammarFuzzer.
void grammarSeeds(SeedSink sink);

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_SEEDS_H
