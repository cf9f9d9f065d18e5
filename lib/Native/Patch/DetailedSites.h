// Finds the addresses at which a recording of instructions has hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording needs hooks at four kinds of places: at the start of each basic
// block, at each instruction whose memory address is only known at run time, at
// each call of a library function, and at the place to which this call returns.
// If several of these places have the same address, one hook serves all of
// them.

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
  /// The memory accesses of the hooked instruction. If an address is only known
  /// at run time, the hook writes the address into the raw trace, which is the
  /// log of a recording.
  llvm::ArrayRef<MemoryReference> references;
  /// Size in bytes of the instruction that has the hook; 0 if `references` is
  /// empty.
  uint8_t size = 0;
  /// True if a function whose statements are not recorded begins at this
  /// address. The hook then ends the run if a second thread calls the function,
  /// since only one thread can be recorded.
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
  /// program may still need their values.
  bool keepsFlags = false, keepsR10 = false, keepsR11 = false;
  /// The bytes of the hooked instruction if it is a library call. `dataAddress`
  /// is not 0 if an indirect call reads its target from memory at an address
  /// relative to rip. It is the address of that memory in the module's file.
  llvm::ArrayRef<uint8_t> callBytes = {};
  uint64_t dataAddress = 0;
  /// The name of the called function, if the call is direct or goes through the
  /// linkage table; empty if the name is not known.
  std::string callee = {};
};

/// Says what each hook of a recording of instructions has to do. The keys are
/// the addresses of the hooks before loading, as in the unit table (the list of
/// the program's statements).
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
