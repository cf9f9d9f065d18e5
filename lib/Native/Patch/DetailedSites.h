// Finds the addresses at which a detailed recording has hooks.
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

/// A place for a hook, and what the hook has to do there.
struct DetailedSite {
  std::optional<BlockId> block; ///< The block that begins there.
  /// Memory references of the instruction. Each Recorded one becomes a word.
  llvm::ArrayRef<MemoryReference> references;
  uint8_t size = 0; ///< Size of the instruction if it has references.
  /// A function begins there that is not traced, so that this hook has to check
  /// which thread runs it.
  bool isUntracedEntry = false;
  bool isReturnSite = false;
  /// The call there is setjmp, so longjmp may lead here out of other calls.
  bool isLandingSite = false;
  bool isLibraryCall = false;
  bool isIndirect = false; ///< The call is indirect.
  /// The block's start has not made room for the words of this instruction.
  bool needsRoom = false;
  /// Which of the flags, r10 and r11 may be in use, so that the hook keeps
  /// them.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// The bytes of an indirect call, and the file address that a rip-relative
  /// call reads; 0 if it is not rip-relative.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// The name of the called function, for a direct call or one through the
  /// linkage table; empty if not known.
  std::string callee = {};
};

/// Sites by table address.
using DetailedSites = std::map<uint64_t, DetailedSite>;

/// Finds all sites. `modules` begins with those of the table, by ModuleId.
/// `code` and the modules must outlive the result.
llvm::Expected<DetailedSites>
findDetailedSites(const UnitTable &table, const DataCode &code,
                  llvm::ArrayRef<PlacedModule> modules);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
