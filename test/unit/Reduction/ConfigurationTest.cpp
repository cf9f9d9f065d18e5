// Tests of the set operations of configurations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Configuration.h"

#include "FakeOracles.h"
#include <algorithm>

using namespace pinstripe;

TEST_CASE("the full configuration holds each element, the empty one none",
          "[reduction][configuration]") {
  for (size_t universe : {0, 1, 63, 64, 65, 200}) {
    CHECK(Configuration::full(universe).count() == universe);
    CHECK(Configuration::full(universe).universe() == universe);
    CHECK(Configuration::empty(universe).count() == 0);
    CHECK(Configuration::empty(universe).isEmpty());
    CHECK(Configuration::full(universe).isEmpty() == (universe == 0));
  }
}

TEST_CASE("members come in ascending order", "[reduction][configuration]") {
  Configuration configuration = configurationOf(130, {129, 3, 64, 63});
  std::vector<Element> members(configuration.members().begin(),
                               configuration.members().end());
  CHECK(members ==
        std::vector{Element(3), Element(63), Element(64), Element(129)});
  CHECK(Configuration::of(130, members) == configuration);
}

TEST_CASE("a configuration changes by insert and erase",
          "[reduction][configuration]") {
  Configuration configuration = Configuration::empty(4);
  configuration.insert(Element(2));
  configuration.insert(Element(2));
  CHECK(configuration.contains(Element(2)));
  CHECK(configuration.count() == 1);
  configuration.erase(Element(2));
  configuration.erase(Element(1));
  CHECK(configuration.isEmpty());
}

TEST_CASE("the complement is what the subset leaves of the configuration",
          "[reduction][configuration]") {
  Configuration c = configurationOf(8, {0, 2, 4, 6});
  CHECK(c.complementOf(configurationOf(8, {2, 6})) ==
        configurationOf(8, {0, 4}));
  CHECK(c.complementOf(c).isEmpty());
  CHECK(c.complementOf(Configuration::empty(8)) == c);
}

TEST_CASE("without removes what is there and ignores the rest",
          "[reduction][configuration]") {
  Configuration c = configurationOf(8, {0, 2, 4});
  CHECK(c.without(Element(2)) == configurationOf(8, {0, 4}));
  CHECK(c.without(Element(1)) == c);
  CHECK(c.without({Element(0), Element(1), Element(4)}) ==
        configurationOf(8, {2}));
  CHECK(c.without(configurationOf(8, {4, 5})) == configurationOf(8, {0, 2}));
}

TEST_CASE("a configuration contains its subsets only",
          "[reduction][configuration]") {
  Configuration c = configurationOf(100, {1, 70});
  CHECK(c.contains(c));
  CHECK(c.contains(Configuration::empty(100)));
  CHECK(c.contains(configurationOf(100, {70})));
  CHECK_FALSE(c.contains(configurationOf(100, {70, 71})));
  CHECK(Configuration::full(100).contains(c));
  CHECK_FALSE(c.contains(Configuration::full(100)));
}

TEST_CASE("equal configurations have equal digests, and all subsets of ten "
          "elements have different ones",
          "[reduction][configuration]") {
  std::vector<ConfigurationDigest> digests;
  for (uint32_t subset = 0; subset < 1024; ++subset) {
    Configuration configuration = Configuration::full(75);
    for (uint32_t bit = 0; bit < 10; ++bit)
      if (!(subset >> bit & 1))
        configuration.erase(Element(60 + bit)); // across a word boundary
    Configuration same = configuration.without(Element(1));
    same.insert(Element(1));
    REQUIRE(same.digest() == configuration.digest());
    llvm::BitVector bits(75);
    for (Element member : configuration.members())
      bits.set(static_cast<unsigned>(member));
    REQUIRE(digestOf(bits) == configuration.digest());
    REQUIRE(std::count(digests.begin(), digests.end(),
                       configuration.digest()) == 0);
    digests.push_back(configuration.digest());
  }
}
