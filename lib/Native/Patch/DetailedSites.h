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

/// Tells what the hook at one address has to do.
struct DetailedSite {
  /// The basic block that begins at this address, if one does.
  std::optional<BlockId> block;
  /// The memory references of the hooked instruction. If only the run knows the
  /// address of one, the hook writes it into the raw trace.
  llvm::ArrayRef<MemoryReference> references;
  /// Size of the hooked instruction in bytes; 0 if `references` is empty.
  uint8_t size = 0;
  /// True if a function that is not traced begins at this address: the hook has
  /// to check which thread runs it.
  bool isUntracedEntry = false;
  bool isReturnSite = false;
  /// True if a call of setjmp returns to this address, so that a longjmp may
  /// send control to this address, too.
  bool isLandingSite = false;
  bool isLibraryCall = false;
  bool isIndirect = false; ///< True if the instruction is an indirect call.
  /// True if the hook must itself make room in the raw trace for what it
  /// writes, since the hook at the start of the basic block has not done so.
  bool needsRoom = false;
  /// Whether the program may need the values of the flags, of r10 and of r11 at
  /// this address. The hook must not change those that are needed.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// For a library call: the bytes of the call instruction; and, if an indirect
  /// call reads its target from memory relative to rip, the address of that
  /// memory in the file, otherwise 0.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// The name of the called function, if the call is direct or goes through the
  /// linkage table; empty if the name is not known.
  std::string callee = {};
};

/// All sites of hooks in a recording of instructions, by their addresses in the
/// unit table.
using DetailedSites = std::map<uint64_t, DetailedSite>;

/// Finds all addresses at which a recording of instructions needs hooks.
/// `modules` begins with the modules of the unit table, in the order of their
/// ModuleIds. `code` and `modules` must outlive the result.
llvm::Expected<DetailedSites>
findDetailedSites(const UnitTable &table, const DataCode &code,
                  llvm::ArrayRef<PlacedModule> modules);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDSITES_H
