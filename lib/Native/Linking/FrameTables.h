// Prepares the frame descriptions of recompiled functions for the unwinder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The unwinder is the code that passes an exception up through the callers. The
// unwinder of libgcc first sorts all frame descriptions, in memory that it gets
// from malloc. Later blocks of the heap would then have other addresses than in
// a run without recompiled functions. So the tool sorts the descriptions
// itself.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_FRAMETABLES_H
#define PINSTRIPE_LIB_NATIVE_LINKING_FRAMETABLES_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

/// A frame description (FDE) and the function that it describes, both as
/// run-time addresses.
struct FrameDescription {
  uint64_t function = 0;
  uint64_t address = 0;
};

/// Reads the frame descriptions of an .eh_frame section. `table` holds the
/// bytes of the section, and `address` is the section's run-time address.
/// Supports only descriptions that give the address of their function as a
/// distance of 32 bits. Returns nullopt if the section has others.
std::optional<std::vector<FrameDescription>>
readFrameTable(llvm::ArrayRef<uint8_t> table, uint64_t address);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_FRAMETABLES_H
