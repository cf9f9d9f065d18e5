//===- GroupRemoval.cpp - Removes whole groups of elements ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupRemoval.h"

using namespace pinstripe;

std::optional<Configuration> GroupRemoval::next() {
  for (; position < groups.size(); ++position) {
    Configuration candidate = best().without(groups[position].elements);
    if (candidate != best())
      return candidate;
  }
  return std::nullopt;
}

llvm::StringRef GroupRemoval::phase() const {
  return position < groups.size() ? llvm::StringRef(groups[position].label)
                                  : llvm::StringRef();
}
