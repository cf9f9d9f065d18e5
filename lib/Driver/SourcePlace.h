//===- SourcePlace.h - Places as users write them ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_SOURCEPLACE_H
#define PINSTRIPE_LIB_DRIVER_SOURCEPLACE_H

#include "pinstripe/Report/InstanceTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// `FILE:LINE[:COLUMN][:EXPRESSION][#K]`: `sample.c:13`, `sample.c:13:5`,
/// `sample.c:13#2`, `sample.c:13:total#2`.
struct SourcePlace {
  llvm::StringRef file;
  uint32_t line = 0;
  uint32_t column = 0;             ///< 0: any
  uint32_t instance = 0;           ///< 0: none given
  llvm::StringRef expression = {}; ///< empty: none given
};

/// Refers to the word; none: it is no place.
std::optional<SourcePlace> parsePlace(llvm::StringRef word);

/// `h` and `g::h` name the function `f::g::h`.
bool endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                       llvm::StringRef separator);
bool isInFile(const UnitTable &table, const StatementUnit &unit,
              llvm::StringRef file);

/// Finds what was executed at a place. Errors are UsageErrors that name the
/// option and the word.
class PlaceResolver {
public:
  PlaceResolver(const UnitTable &table, const Trace &trace,
                llvm::StringRef option);

  /// Those that begin there, else those that the place lies in.
  llvm::Expected<llvm::BitVector>
  executedUnitsAt(llvm::StringRef word, const SourcePlace &place) const;
  /// Whether one of the units has that instance.
  llvm::Error checkInstance(llvm::StringRef word, const SourcePlace &place,
                            const llvm::BitVector &units,
                            const InstanceTable &instances) const;

private:
  llvm::Error noSuchFile(llvm::StringRef word, llvm::StringRef file) const;
  llvm::Error noSuchLine(llvm::StringRef word, const SourcePlace &place) const;

  const UnitTable &table;
  std::string option;
  llvm::BitVector executedUnits;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SOURCEPLACE_H
