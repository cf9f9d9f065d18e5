// Defines an element: the smallest part that a reduction keeps or removes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ELEMENT_H
#define PINSTRIPE_REDUCTION_ELEMENT_H

#include <cstdint>

namespace pinstripe {

/// One of the n things, numbered 0 .. n-1, that a reduction keeps or removes.
/// The caller says what an element stands for: an event, an invocation or a
/// statement unit, for example. Algorithms need fewer tests if neighbouring
/// elements belong together, and if few elements depend on a later one.
enum class Element : uint32_t {};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENT_H
