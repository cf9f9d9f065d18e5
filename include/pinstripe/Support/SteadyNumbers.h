// Fixed numbers that take the place of random ones, so that all runs are alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the native engine that lives in the target includes this header,
// so it uses nothing of the standard library but <cstdint>.

#ifndef PINSTRIPE_SUPPORT_STEADYNUMBERS_H
#define PINSTRIPE_SUPPORT_STEADYNUMBERS_H

#include <cstdint>

namespace pinstripe {

/// The 16 bytes to which AT_RANDOM points, in place of random ones. libc makes
/// from them the values that guard stacks and pointers.
constexpr uint8_t fixedRandomBytes[16] = {0x5a, 0xa5, 0x3c, 0xc3, 0x69, 0x96,
                                          0x5a, 0xa5, 0xa5, 0x5a, 0xc3, 0x3c,
                                          0x96, 0x69, 0xa5, 0x5a};

/// The number by which glibc's malloc recognises freed blocks. It takes the
/// place of a random number.
constexpr uint64_t mallocKey = 0x9d3c5be7a1f04826;

/// A mark on system calls by which Pinstripe's own code in the program asks for
/// process ids or makes a child: the value of an argument that the kernel
/// ignores. The sandbox takes calls without this mark for calls of the program.
constexpr uint64_t ownCall = 0x50696e7374726970;

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_STEADYNUMBERS_H
