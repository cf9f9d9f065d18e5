//===- Table.h - Markdown tables -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_TABLE_H
#define PINSTRIPE_BENCH_TABLE_H

#include "Rounds.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe::bench {

/// A table as README has it; without rows, nothing is printed.
class Table {
public:
  explicit Table(std::vector<std::string> heads) : heads(std::move(heads)) {}
  void add(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }
  void print(llvm::raw_ostream &stream) const;

private:
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};

/// "12.3": three significant digits.
std::string rounded(double value);
/// "0.37 (0.34)": median and minimum in milliseconds; "-" without samples.
std::string milliseconds(const Samples &samples);
/// "0.58": the medians' ratio; "-" if one of them is missing.
std::string ratio(const Samples &a, const Samples &b);
/// "10^5", or the number itself where it is no power of ten.
std::string powerOfTen(size_t number);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_TABLE_H
