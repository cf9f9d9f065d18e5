// Defines fixed numbers that replace random ones, so that all runs are alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of the native engine that runs inside the program includes this header.
// Therefore the header includes nothing of the standard library but <cstdint>.

#ifndef PINSTRIPE_SUPPORT_STEADYNUMBERS_H
#define PINSTRIPE_SUPPORT_STEADYNUMBERS_H

#include <cstdint>

namespace pinstripe {

/// The 16 bytes to which AT_RANDOM points in the program, in place of random
/// bytes. From these bytes, libc makes the secret values that protect the stack
/// and pointers.
constexpr uint8_t fixedRandomBytes[16] = {0x5a, 0xa5, 0x3c, 0xc3, 0x69, 0x96,
                                          0x5a, 0xa5, 0xa5, 0x5a, 0xc3, 0x3c,
                                          0x96, 0x69, 0xa5, 0x5a};

/// The number by which glibc's malloc recognises freed blocks. libc would use a
/// random number. This fixed number makes all runs alike.
constexpr uint64_t mallocKey = 0x9d3c5be7a1f04826;

/// A value that marks system calls that Pinstripe's own code makes inside the
/// program. These calls ask for process ids and make children. The value is
/// passed as an argument that the kernel ignores. The sandbox treats a call
/// without this mark as a call of the program.
constexpr uint64_t ownCall = 0x50696e7374726970;

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_STEADYNUMBERS_H
