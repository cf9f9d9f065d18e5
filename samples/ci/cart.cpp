// A shopping cart, with a defect: an item that is added again replaces the
// count of the item in the cart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cart.h"

void Cart::add(const std::string &name, int price, int count) {
  for (Item &item : items)
    if (item.name == name) {
      item.count = count;
      return;
    }
  items.push_back({name, price, count});
}

int Cart::total() const {
  int sum = 0;
  for (const Item &item : items)
    sum += item.price * item.count;
  return sum;
}
