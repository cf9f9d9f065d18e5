//===- Element.h - What a reduction is about --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ELEMENT_H
#define PINSTRIPE_REDUCTION_ELEMENT_H

#include <cstdint>

namespace pinstripe {

/// One of the n circumstances 0 .. n-1 that are kept or removed, in an order
/// in which neighbours belong together and later ones have fewer dependants.
/// Driver says what an element stands for: an event, an invocation, a unit.
enum class Element : uint32_t {};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENT_H
