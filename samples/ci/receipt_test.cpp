// A test with a main function of its own: reads a receipt, checks its total.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cart.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>

int main(int argc, char **argv) {
  const char *currency = std::getenv("CURRENCY");
  if (argc != 2 || !currency)
    return 2;
  std::ifstream file(argv[1]);
  Cart cart;
  std::string name;
  int price, count;
  while (file >> name >> price >> count)
    cart.add(name, price, count);
  std::printf("%zu items\n", cart.size());
  int total = cart.total();
  if (total == 14)
    return 0;
  std::fprintf(stderr, "the total is %d %s, not 14\n", total, currency);
  return 1;
}
