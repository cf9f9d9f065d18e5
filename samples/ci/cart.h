// A shopping cart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CART_H
#define CART_H

#include <string>
#include <vector>

struct Item {
  std::string name;
  int price;
  int count;
};

class Cart {
public:
  void add(const std::string &name, int price, int count);
  int total() const;
  size_t size() const { return items.size(); }

private:
  std::vector<Item> items;
};

#endif // CART_H
