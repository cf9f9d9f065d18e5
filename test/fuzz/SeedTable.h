//===- SeedTable.h - Unit tables of made-up programs ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_FUZZ_SEEDTABLE_H
#define PINSTRIPE_TEST_FUZZ_SEEDTABLE_H

#include "ModuleUnits.h"
#include "SeedSources.h"
#include "TraceCodec.h"

namespace pinstripe::fuzzing {

inline const Decoder &decoder() {
  static const std::unique_ptr<Decoder> decoder =
      llvm::cantFail(Decoder::create());
  return *decoder;
}

/// Of a program whose statements are those of the seeds' sources; none if it
/// is refused. `path`: where the program is.
inline std::optional<UnitTable> tableOf(DebugInfo info, std::string path) {
  UnitTable table;
  table.modules = {{std::move(path), info.hash, 0}};
  KnownUnits known;
  if (llvm::Error error = addUnits(std::move(info), seedModel(), decoder(),
                                   ModuleId(0), known, table)) {
    llvm::consumeError(std::move(error)); // of no use, as it should be
    return std::nullopt;
  }
  finishTable(seedModel(), known, table);
  return table;
}

/// A recording of the program could be kept.
inline void requireFit(const UnitTable &table) {
  std::string misfit = findMisfit({}, {}, table);
  llvm::errs() << misfit;
  require(misfit.empty());
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_SEEDTABLE_H
