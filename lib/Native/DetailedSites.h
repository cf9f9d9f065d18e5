//===- DetailedSites.h - Where a detailed recording has hooks ---*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hook at the start of each block, at each instruction with an address that
// only the run can tell, at each call of a library and where it returns to;
// one address may be several of these.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_DETAILEDSITES_H
#define PINSTRIPE_LIB_NATIVE_DETAILEDSITES_H

#include "ModulePlacement.h"
#include "pinstripe/Program/DataCode.h"
#include <optional>

namespace pinstripe {

struct DetailedSite {
  std::optional<BlockId> block; ///< that begins there
  /// Of the instruction; those that are Recorded have words.
  llvm::ArrayRef<MemoryOperand> operands;
  uint8_t size = 0; ///< of the instruction, if it has operands
  /// A function begins there that is not traced: nothing else there looks
  /// which thread it is.
  bool isUntracedEntry = false;
  bool isReturnSite = false;
  /// Of setjmp: longjmp leads there, and leaves calls without an end.
  bool isLandingSite = false;
  bool isLibraryCall = false;
  bool isIndirect = false; ///< of the call
  /// Operands follow for which the block's start has made no room.
  bool needsRoom = false;
  /// What the hook must not change: these may be in use.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// Of an indirect call: the instruction, and what a rip-relative operand
  /// names, as in the file.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// Of a direct one, or one through the linkage table: the function's name;
  /// empty: not known.
  std::string callee = {};
};

/// By table address.
using DetailedSites = std::map<uint64_t, DetailedSite>;

/// `modules` begins with those of the table, by ModuleId. `code` and the
/// modules must outlive the result.
llvm::Expected<DetailedSites>
findDetailedSites(const UnitTable &table, const DataCode &code,
                  llvm::ArrayRef<PlacedModule> modules);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_DETAILEDSITES_H
