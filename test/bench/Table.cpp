// Prints Markdown tables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Table.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace pinstripe::bench;

static void printRow(llvm::raw_ostream &stream,
                     llvm::ArrayRef<std::string> cells) {
  stream << "| " << llvm::join(cells, " | ") << " |\n";
}

void Table::print(llvm::raw_ostream &stream) const {
  if (rows.empty())
    return;
  stream << "\n";
  printRow(stream, heads);
  printRow(stream, std::vector<std::string>(heads.size(), "---"));
  for (const std::vector<std::string> &row : rows)
    printRow(stream, row);
}

std::string pinstripe::bench::rounded(double value) {
  double size = std::abs(value);
  int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", digits, value);
  return text;
}

std::string pinstripe::bench::milliseconds(const Samples &samples) {
  if (samples.empty())
    return "-";
  return rounded(1000 * samples.median()) + " (" +
         rounded(1000 * samples.minimum()) + ")";
}

std::string pinstripe::bench::ratio(const Samples &a, const Samples &b) {
  if (a.empty() || b.empty())
    return "-";
  return rounded(a.median() / b.median());
}

std::string pinstripe::bench::powerOfTen(size_t number) {
  size_t power = 1;
  unsigned exponent = 0;
  for (; power < number; power *= 10)
    ++exponent;
  return power == number ? "10^" + std::to_string(exponent)
                         : std::to_string(number);
}
