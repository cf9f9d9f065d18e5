// Builds unit tables of fuzzed programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_FUZZ_SEEDTABLE_H
#define PINSTRIPE_TEST_FUZZ_SEEDTABLE_H

#include "SeedSources.h"
#include "TraceCodec.h"
#include "Units/ModuleUnits.h"

namespace pinstripe::fuzzing {

inline const Decoder &decoder() {
  static const std::unique_ptr<Decoder> decoder =
      llvm::cantFail(Decoder::create());
  return *decoder;
}

/// Builds the unit table of a program whose sources are those of the seeds.
/// `path` is the path of the program. Returns nullopt if the program is
/// refused.
inline std::optional<UnitTable> tableOf(DebugInfo info, std::string path) {
  UnitTable table;
  table.modules = {{std::move(path), info.hash, 0}};
  KnownUnits known;
  if (llvm::Error error = addUnits(std::move(info), seedModel(), decoder(),
                                   ModuleId(0), known, table)) {
    llvm::consumeError(std::move(error)); // An unusable program is refused.
    return std::nullopt;
  }
  finishTable(seedModel(), known, table);
  return table;
}

/// Requires that a recording of a program with this table could be stored.
inline void requireFit(const UnitTable &table) {
  std::string misfit = findMisfit({}, {}, table);
  llvm::errs() << misfit;
  require(misfit.empty());
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_SEEDTABLE_H
