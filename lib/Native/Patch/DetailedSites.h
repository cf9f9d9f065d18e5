// Finds the addresses at which a recording of instructions has hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is a hook at the start of each basic block, at each instruction with a
// memory address that only the run can tell, at each library call, and at the
// address to which a library call returns. If several of these are at one
// address, one hook does the work of all.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
#define PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H

#include "Patch/ModulePlacement.h"
#include "pinstripe/Program/DataCode.h"
#include <optional>

namespace pinstripe {

/// Tells what the hook at one address has to do in a recording of instructions.
/// A hook is code that a patched instruction of the program jumps to.
struct DetailedSite {
  /// The number of the basic block that begins at this address; nullopt if none
  /// begins there.
  std::optional<BlockId> block;
  /// The accesses to memory by the hooked instruction. If an address is known
  /// only at run time, the hook writes it into the raw trace (the log of a
  /// recording).
  llvm::ArrayRef<MemoryReference> references;
  /// Size of the hooked instruction in bytes; 0 if `references` is empty.
  uint8_t size = 0;
  /// True if a function whose statements are not recorded begins at this
  /// address. Then the hook has to check that no second thread runs it.
  bool isUntracedEntry = false;
  bool isReturnSite = false;
  /// True if a call of setjmp returns to this address, so that a longjmp may
  /// send control to this address, too.
  bool isLandingSite = false;
  bool isLibraryCall = false;
  bool isIndirect = false; ///< True if the instruction is an indirect call.
  /// True if the hook must itself make sure that the raw trace has room for
  /// what it writes. The raw trace is the log of the recording. In a long basic
  /// block, the check by the hook at the block's start is not enough.
  bool needsRoom = false;
  /// True if the hook must not change the flags, r10 or r11, because the
  /// program may still need the value.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// If the hooked instruction is a library call: its bytes. If the call is
  /// indirect and reads its target from memory that it names relative to rip,
  /// `dataAddress` is the address of that memory in the file, before loading;
  /// otherwise it is 0.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// The name of the called function, if the call is direct or goes through the
  /// linkage table; empty if the name is not known.
  std::string callee = {};
};

/// Says what each hook of a recording of instructions has to do. The keys are
/// the addresses of the hooks as in the unit table (the list of the program's
/// statements), before loading.
using DetailedSites = std::map<uint64_t, DetailedSite>;

/// Finds all addresses at which a recording of instructions needs hooks.
/// `modules` must begin with the modules of the unit table (the list of the
/// program's statements), in the order of the table. `code` and `modules` must
/// outlive the result.
llvm::Expected<DetailedSites>
findDetailedSites(const UnitTable &table, const DataCode &code,
                  llvm::ArrayRef<PlacedModule> modules);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
