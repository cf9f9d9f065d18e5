// Prints Markdown tables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_TABLE_H
#define PINSTRIPE_BENCH_TABLE_H

#include "Rounds.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe::bench {

/// A Markdown table, as in the README. A table without rows is not printed.
class Table {
public:
  explicit Table(std::vector<std::string> heads) : heads(std::move(heads)) {}
  void add(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }
  void print(llvm::raw_ostream &stream) const;

private:
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};

/// Formats a number with three significant digits, such as "12.3".
std::string rounded(double value);
/// Formats median and minimum in milliseconds, such as "0.37 (0.34)"; "-"
/// without samples.
std::string milliseconds(const Samples &samples);
/// Formats the ratio of two medians, such as "0.58"; "-" if one of them is
/// missing.
std::string ratio(const Samples &a, const Samples &b);
/// Formats a power of ten as "10^5", and other numbers as they are.
std::string powerOfTen(size_t number);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_TABLE_H
