// Test cases for Catch2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cart.h"
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

TEST_CASE("an empty cart costs nothing") {
  Cart cart;
  REQUIRE(cart.total() == 0);
}

TEST_CASE("each item counts") {
  Cart cart;
  cart.add("tea", 3, 2);
  cart.add("cup", 5, 1);
  REQUIRE(cart.total() == 11);
}

TEST_CASE("an item that is added again counts again") {
  Cart cart;
  cart.add("tea", 3, 2);
  cart.add("cup", 5, 1);
  cart.add("tea", 3, 1);
  int total = cart.total();
  CHECK(cart.size() == 2);
  REQUIRE(total == 14);
}
