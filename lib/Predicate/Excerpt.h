//===- Excerpt.h - The beginning of an output, in messages ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_EXCERPT_H
#define PINSTRIPE_PREDICATE_EXCERPT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// The first lines of `text`, each on a line of its own with indentation and
/// a newline before it, control characters escaped, "..." where cut.
std::string excerptOf(llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_EXCERPT_H
