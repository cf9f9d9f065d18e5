// Sends control to the code of a unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LANDING_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LANDING_H

#include "Runtime.h"

namespace pinstripe::native {

/// Translates the DWARF number of a general register to its index in
/// GeneralRegisters.
inline constexpr uint8_t encodingOf[16] = {0, 2, 1,  3,  6,  7,  5,  4,
                                           8, 9, 10, 11, 12, 13, 14, 15};

inline void goToEntry(HookFrame &frame, const EntryRecord &entry) {
  frame.registers.pc = entry.landing;
  const ReloadRecord *reloads =
      tableAt<ReloadRecord>(reloadsAddress) + entry.firstReload;
  uint64_t base = frame.registers.value[RBP];
  for (uint32_t i = 0; i < entry.reloads; ++i)
    frame.registers.value[encodingOf[reloads[i].dwarfRegister & 15]] =
        at<uint64_t>(base + static_cast<uint64_t>(
                                static_cast<int64_t>(reloads[i].frameOffset)));
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LANDING_H
