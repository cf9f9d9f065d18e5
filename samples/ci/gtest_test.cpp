// Test cases for GoogleTest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cart.h"
#include <gtest/gtest.h>

TEST(Cart, IsEmptyAtFirst) {
  Cart cart;
  EXPECT_EQ(cart.total(), 0);
}

TEST(Cart, CountsEachItem) {
  Cart cart;
  cart.add("tea", 3, 2);
  cart.add("cup", 5, 1);
  EXPECT_EQ(cart.total(), 11);
}

TEST(Cart, CountsAnItemAgain) {
  Cart cart;
  cart.add("tea", 3, 2);
  cart.add("cup", 5, 1);
  cart.add("tea", 3, 1);
  int total = cart.total();
  EXPECT_EQ(total, 14);
}
