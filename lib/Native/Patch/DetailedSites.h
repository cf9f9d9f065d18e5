// Finds the addresses at which a recording of instructions has hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is a hook at the start of each basic block, at each instruction with a
// memory address that only the run can tell, at each library call, and where
// the call returns to. One address may be several of these.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
#define PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H

#include "Patch/ModulePlacement.h"
#include "pinstripe/Program/DataCode.h"
#include <optional>

namespace pinstripe {

/// An address at which there is a hook, and what this hook has to do.
struct DetailedSite {
  std::optional<BlockId> block; ///< The basic block that begins here.
  /// Memory references of the instruction at the site. The address of each
  /// Recorded one becomes a word of the raw trace.
  llvm::ArrayRef<MemoryReference> references;
  /// How many bytes the instruction has; set if it has references.
  uint8_t size = 0;
  /// A function that is not traced begins at the site, so that the hook has to
  /// check which thread runs it.
  bool isUntracedEntry = false;
  bool isReturnSite = false;
  /// A call of setjmp returns to the site, so longjmp may lead to it, too.
  bool isLandingSite = false;
  bool isLibraryCall = false;
  bool isIndirect = false; ///< The instruction is an indirect call.
  /// The hook at the start of the block has not made room in the chunk for the
  /// words of this instruction.
  bool needsRoom = false;
  /// Whether the flags, r10 and r11 may be in use, so that the hook has to keep
  /// them.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// The bytes of the call instruction at a library call; and the file address
  /// from which an indirect call reads its target relative to rip, or 0.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// The name of the called function, for a direct call or one through the
  /// linkage table; empty if the name is not known.
  std::string callee = {};
};

/// The sites of a recording of instructions, by table address (the address as
/// in the unit table).
using DetailedSites = std::map<uint64_t, DetailedSite>;

/// Finds all sites of a recording of instructions. `modules` begins with the
/// modules of the unit table, in the order of their ModuleIds. `code` and
/// `modules` must outlive the result.
llvm::Expected<DetailedSites>
findDetailedSites(const UnitTable &table, const DataCode &code,
                  llvm::ArrayRef<PlacedModule> modules);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
