//===- Excerpt.cpp - The beginning of an output, in messages --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Excerpt.h"

#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

static constexpr size_t maximalLines = 5;
static constexpr size_t maximalColumns = 72;

std::string pinstripe::excerptOf(llvm::StringRef text) {
  std::string excerpt;
  llvm::raw_string_ostream stream(excerpt);
  for (size_t line = 0; !text.empty(); ++line) {
    if (line == maximalLines) {
      stream << "\n  ...";
      break;
    }
    auto [first, rest] = text.split('\n');
    stream << "\n  ";
    stream.write_escaped(first.take_front(maximalColumns));
    if (first.size() > maximalColumns)
      stream << "...";
    text = rest;
  }
  return excerpt;
}
