// Tests of the comparison of two states of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/ProgramState.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

using Kind = StateVariable::Kind;

static std::shared_ptr<const ValueType> intType() {
  auto type = std::make_shared<ValueType>();
  type->kind = ValueType::Kind::Signed;
  type->size = 4;
  return type;
}

static StateVariable number(const std::string &name, char value,
                            uint64_t place) {
  StateVariable variable{"0:main:" + name, name};
  variable.type = intType();
  variable.bytes = {value, 0, 0, 0};
  variable.place = place;
  return variable;
}

static StateVariable text(const std::string &name, const std::string &value,
                          size_t room) {
  StateVariable variable{"0:main:" + name, name};
  variable.kind = Kind::Text;
  variable.bytes = value;
  variable.place = 0x500;
  variable.holder = 0x600;
  variable.room = room;
  return variable;
}

static StateVariable pointer(const std::string &name,
                             const std::string &target) {
  StateVariable variable{"0:main:" + name, name};
  variable.kind = Kind::Pointer;
  variable.holder = 0x700;
  variable.isNull = target.empty();
  if (!target.empty())
    variable.target = {target, 4};
  return variable;
}

static std::string wordOf(uint64_t word) {
  return std::string(reinterpret_cast<const char *>(&word), sizeof word);
}

TEST_CASE("variables with other values differ", "[transitions]") {
  ProgramState failing{
      {number("x", 1, 0x100), number("y", 2, 0x104), number("mine", 3, 0x108)},
      {},
      0};
  ProgramState passing{
      {number("x", 7, 0x200), number("y", 2, 0x204), number("other", 3, 0x208)},
      {},
      0};
  auto differences = compareStates(failing, passing);
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].expression == "x");
  CHECK(differences[0].failing == "1");
  CHECK(differences[0].passing == "7");
  CHECK(differences[0].ranges ==
        std::vector<OverwrittenRange>{
            {false, 0x100, std::string("\7\0\0\0", 4)}});
  CHECK(compareStates(failing, failing).empty());
}

TEST_CASE("a text without room is stored elsewhere", "[transitions]") {
  ProgramState failing{{text("s", "abc", 3)}, {}, 0x9000};
  auto fitting = compareStates(failing, {{text("s", "xy", 2)}, {}, 0});
  REQUIRE(fitting.size() == 1);
  CHECK(fitting[0].ranges ==
        std::vector<OverwrittenRange>{{false, 0x500, std::string("xy\0", 3)}});
  CHECK(fitting[0].failing == "\"abc\"");
  auto larger = compareStates(failing, {{text("s", "wxyz", 4)}, {}, 0});
  REQUIRE(larger.size() == 1);
  CHECK(larger[0].ranges ==
        std::vector<OverwrittenRange>{{false, 0x9000, std::string("wxyz\0", 5)},
                                      {false, 0x600, wordOf(0x9000)}});
}

TEST_CASE("pointers are compared by what they lead to", "[transitions]") {
  ProgramState failing{
      {pointer("p", "global:a")}, {{"global:a", 0x10}, {"global:b", 0x20}}, 0};
  CHECK(compareStates(failing, {{pointer("p", "global:a")}, {}, 0}).empty());
  auto other = compareStates(failing, {{pointer("p", "global:b")}, {}, 0});
  REQUIRE(other.size() == 1);
  CHECK(other[0].ranges ==
        std::vector<OverwrittenRange>{{false, 0x700, wordOf(0x24)}});
  auto null = compareStates(failing, {{pointer("p", "")}, {}, 0});
  REQUIRE(null.size() == 1);
  CHECK(null[0].passing == "NULL");
  CHECK(null[0].ranges ==
        std::vector<OverwrittenRange>{{false, 0x700, wordOf(0)}});
  // The failing run has no such object.
  CHECK(compareStates(failing, {{pointer("p", "global:c")}, {}, 0}).empty());
}
