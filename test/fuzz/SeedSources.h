// Names and parses the sources of those executables that are first inputs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_FUZZ_SEEDSOURCES_H
#define PINSTRIPE_TEST_FUZZ_SEEDSOURCES_H

#include "Fuzzing.h"
#include "Source/SourceScanner.h"

namespace pinstripe::fuzzing {

constexpr llvm::StringLiteral seedSources[] = {
    SEED_FOLDER "/Branches.c",     SEED_FOLDER "/Labels.c",
    SEED_FOLDER "/Types.c",        SEED_FOLDER "/Classes.cpp",
    SEED_FOLDER "/Exceptions.cpp", SEED_FOLDER "/Templates.cpp"};

/// Returns the statements of all sources of the seeds. The sources are parsed
/// at the first call only.
inline const SourceModel &seedModel() {
  static const SourceModel model = [] {
    std::vector<CompilationUnit> units;
    for (llvm::StringRef source : seedSources) {
      CompilationUnit unit;
      unit.directory = SEED_FOLDER;
      unit.mainFile = source.str();
      unit.isCxx = source.ends_with("cpp");
      units.push_back(std::move(unit));
    }
    return scanSources(units, {}, "");
  }();
  require(!model.units.empty() && model.failures.empty());
  return model;
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_SEEDSOURCES_H
