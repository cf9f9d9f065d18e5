//===- UnwindTableTest.cpp - Functions with data for exceptions -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnwindTable.h"
#include "TestSupport/Programs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include <random>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr uint64_t tableAddress = 0x4000;

/// Of the functions at these addresses, with the addresses of their data, 0 if
/// they have none.
using Entries = std::vector<std::pair<uint64_t, uint64_t>>;

Entries entriesOf(llvm::StringRef section, uint64_t address = tableAddress) {
  Entries entries;
  for (const UnwindEntry &entry : readUnwindTable(section, address))
    entries.emplace_back(entry.function, entry.specificData.value_or(0));
  return entries;
}

/// Of a copy of exactly its size, for sanitizers to see what lies beyond it.
Entries entriesOfCopy(const std::string &bytes,
                      uint64_t address = tableAddress) {
  std::vector<char> copy(bytes.begin(), bytes.end());
  return entriesOf(llvm::StringRef(copy.data(), copy.size()), address);
}

/// A table, entry by entry. Bytes are hexadecimal.
class Table {
public:
  enum class LengthForm { Short, Long };

  /// Returns where it begins.
  size_t add(const std::string &entry, LengthForm form = LengthForm::Short) {
    size_t begin = bytes.size();
    std::string content = llvm::fromHex(entry);
    if (form == LengthForm::Long)
      bytes += number<uint32_t>(0xffffffff) + number<uint64_t>(content.size());
    else
      bytes += number<uint32_t>(content.size());
    bytes += content;
    return begin;
  }
  /// Version 1, alignments 1 and -8, register 16.
  size_t addCommon(const std::string &augmentation, const std::string &data,
                   LengthForm form = LengthForm::Short) {
    return add("00000000"
               "01" +
                   llvm::toHex(augmentation) + "00" + "01" + "78" + "10" + data,
               form);
  }
  /// What follows the length refers to the common entry.
  size_t addDescription(size_t common, const std::string &rest,
                        LengthForm form = LengthForm::Short) {
    size_t field = bytes.size() + (form == LengthForm::Long ? 12 : 4);
    auto distance = static_cast<uint32_t>(field - common);
    return add(llvm::toHex(number(distance)) + rest, form);
  }
  Entries entries() const { return entriesOf(bytes); }

  template <typename Number> static std::string number(Number value) {
    std::string text;
    for (size_t i = 0; i < sizeof value; ++i)
      text += static_cast<char>(value >> (8 * i));
    return text;
  }

  std::string bytes;
};

/// A function at 0x1000 of 32 bytes with data at 0x2000, as absolute pointers.
const std::string absolute = "0010000000000000"
                             "2000000000000000"
                             "08"
                             "0020000000000000";
const Entries one = {{0x1000, 0x2000}};

Table tableWithOne() {
  Table table;
  table.addDescription(table.addCommon("zLR", "020000"), absolute);
  return table;
}

struct Encoded {
  const char *encoding;
  std::string function, size, data;
  Entries expected;
};

} // namespace

TEST_CASE("Pointers of an unwind table are read in each encoding",
          "[program][exceptions]") {
  // Of relative ones, the function's field is at 0x401b, 12 bytes after the
  // common entry's 19 and the other two fields.
  auto form = GENERATE(values<Encoded>({
      {"00", "0010000000000000", "2000000000000000", "0020000000000000", one},
      {"04", "0010000000000000", "2000000000000000", "0020000000000000", one},
      {"0c", "0010000000000000", "2000000000000000", "0020000000000000", one},
      {"01", "8020", "20", "8040", one},
      {"09", "8020", "20", "80c000", one},
      {"02", "0010", "2000", "0020", one},
      {"0a", "0010", "2000", "0020", one},
      {"03", "00100000", "20000000", "00200000", one},
      {"0b", "00100000", "20000000", "00200000", one},
      // Unsigned and signed, with the highest bit.
      {"02", "00f0", "2000", "00f1", {{0xf000, 0xf100}}},
      {"0a", "00f0", "2000", "00f1", {{-0x1000ull, -0xf00ull}}},
      {"03", "000000f0", "20000000", "010000f0", {{0xf0000000, 0xf0000001}}},
      {"0b",
       "000000f0",
       "20000000",
       "010000f0",
       {{-0x10000000ull, -0xfffffffull}}},
      {"09", "40", "20", "41", {{-0x40ull, -0x3full}}},
      // From where they stand.
      {"1b", "e5cfffff", "20000000", "dcdfffff", one},
      {"13", "00100000", "20000000", "00100000", {{0x501b, 0x5024}}},
      {"10", "e5cfffffffffffff", "2000000000000000", "d4dfffffffffffff", one},
      {"1a", "e5cf", "2000", "e0df", one},
  }));
  INFO(form.encoding);
  Table table;
  size_t common =
      table.addCommon("zLR", "02" + std::string(form.encoding) + form.encoding);
  auto length = static_cast<uint8_t>(form.data.size() / 2);
  table.addDescription(common, form.function + form.size +
                                   llvm::toHex(Table::number(length)) +
                                   form.data);
  CHECK(table.entries() == form.expected);
}

TEST_CASE("An unwind table's letters say which data a function has",
          "[program][exceptions]") {
  Table table;
  // None; some, but no data for exceptions; the compilers' order; others.
  size_t none = table.addCommon("", "");
  size_t some = table.addCommon("zR", "0103");
  size_t plus = table.addCommon("zPLR", "07"
                                        "9b00000000"
                                        "03"
                                        "03");
  size_t signal = table.addCommon("zRSBGL", "020303");
  table.addDescription(none, "0010000000000000"
                             "2000000000000000");
  table.addDescription(some, "00110000"
                             "20000000"
                             "00");
  table.addDescription(plus, "00120000"
                             "20000000"
                             "04"
                             "00200000");
  table.addDescription(signal, "00130000"
                               "20000000"
                               "04"
                               "00210000");
  CHECK(table.entries() ==
        Entries{{0x1000, 0}, {0x1100, 0}, {0x1200, 0x2000}, {0x1300, 0x2100}});
}

TEST_CASE("An unwind table may have versions 1, 3 and 4",
          "[program][exceptions]") {
  // From 3 on the register may take several bytes; 4 has sizes of addresses.
  auto common = GENERATE(as<std::string>(),
                         "01"
                         "7a4c5200"
                         "017810",
                         "03"
                         "7a4c5200"
                         "01789000",
                         "04"
                         "7a4c5200"
                         "0800"
                         "01789000");
  Table table;
  table.addDescription(table.add("00000000" + common + "020000"), absolute);
  CHECK(table.entries() == one);
}

TEST_CASE("An unwind table of other versions and addresses is not read",
          "[program][exceptions]") {
  auto common = GENERATE(as<std::string>(),
                         "02"
                         "7a4c5200"
                         "017810",
                         "04"
                         "7a4c5200"
                         "0400"
                         "017810",
                         "04"
                         "7a4c5200"
                         "0804"
                         "017810");
  Table table;
  table.addDescription(table.add("00000000" + common + "020000"), absolute);
  CHECK(table.entries().empty());
}

TEST_CASE("Data without a known place is none", "[program][exceptions]") {
  // Null; through a pointer; from the start of data, text, the function.
  auto [encoding, pointer] =
      GENERATE(table<std::string, std::string>({{"1b", "00000000"},
                                                {"00", "0000000000000000"},
                                                {"9b", "00100000"},
                                                {"3b", "00100000"},
                                                {"2b", "00100000"},
                                                {"4b", "00100000"}}));
  Table table;
  size_t common = table.addCommon("zLR", "02" + encoding + "03");
  auto length = static_cast<uint8_t>(pointer.size() / 2);
  table.addDescription(common, "00100000"
                               "20000000" +
                                   llvm::toHex(Table::number(length)) +
                                   pointer);
  CHECK(table.entries() == Entries{{0x1000, 0}});
}

TEST_CASE("Functions without a known place are left out",
          "[program][exceptions]") {
  auto encoding = GENERATE(as<std::string>(), "3b", "bb", "9b", "2b", "4b");
  Table table = tableWithOne();
  size_t common = table.addCommon("zLR", "0203" + encoding);
  table.addDescription(common, "00110000"
                               "20000000"
                               "04"
                               "00200000");
  table.addDescription(0, absolute);
  CHECK(table.entries() == Entries{one[0], one[0]});
}

TEST_CASE("Entries of an unwind table may have long lengths",
          "[program][exceptions]") {
  Table table;
  size_t common = table.addCommon("zLR", "020000", Table::LengthForm::Long);
  table.addDescription(common, absolute);
  table.addDescription(common, absolute, Table::LengthForm::Long);
  CHECK(table.entries() == Entries{one[0], one[0]});
}

TEST_CASE("An unwind table ends at its terminator", "[program][exceptions]") {
  Table table = tableWithOne();
  table.bytes += std::string(4, '\0');
  table.addDescription(0, absolute);
  CHECK(table.entries() == one);
}

TEST_CASE("An unwind table ends at an entry that is damaged",
          "[program][exceptions]") {
  Table table = tableWithOne();
  size_t sound = table.bytes.size();
  auto common = [&](const std::string &letters, const std::string &data) {
    table.addDescription(table.addCommon(letters, data), absolute);
  };
  SECTION("that is no common one where it says one is") {
    table.addDescription(1, absolute);
  }
  SECTION("whose common one is a description") {
    table.addDescription(table.bytes.size() - 4 - absolute.size() / 2 - 4,
                         absolute);
  }
  SECTION("whose common one lies before the section") {
    // -1 and -2 are no better than other places.
    auto before = GENERATE(1u, 2u, 3u, 0xffff0000u);
    auto distance = static_cast<uint32_t>(sound) + 4 + before;
    table.add(llvm::toHex(Table::number(distance)) + absolute);
  }
  SECTION("that is longer than the section") {
    auto length = GENERATE(0x7fu, 0xfffffff0u, 0xfffffffeu);
    table.addDescription(0, absolute);
    table.bytes.replace(sound, 4, Table::number(length));
  }
  SECTION("that is longer than the section by a long length") {
    uint64_t length = GENERATE(0x7full, 1ull << 63, ~0ull, ~0ull - 0x50);
    table.addDescription(0, absolute, Table::LengthForm::Long);
    table.bytes.replace(sound + 4, 8, Table::number(length));
  }
  SECTION("that is shorter than its fields") {
    auto length = GENERATE(range(1u, 29u));
    table.addDescription(0, absolute);
    table.bytes.replace(sound, 4, Table::number(length));
  }
  SECTION("with a letter that does not exist") { common("zLxR", "020000"); }
  SECTION("with letters but no length") { common("LR", "0000"); }
  SECTION("with a length that comes late") { common("Rz", "0000"); }
  SECTION("with data of another length than its letters") {
    common("zLR", "010000");
  }
  SECTION("with a personality of no encoding") { common("zPLR", "03ff0000"); }
  SECTION("with an aligned personality") {
    common("zPLR", "0b5000000000000000000000");
  }
  SECTION("with functions of no encoding") {
    common("zLR", "0200" + GENERATE(as<std::string>(), "05", "08", "ff", "50"));
  }
  SECTION("with data of no encoding") {
    common("zLR", "02" + GENERATE(as<std::string>(), "05", "08", "50") + "00");
  }
  SECTION("with a number that does not end") {
    common("zLR", std::string(2 * 100, 'f'));
  }
  SECTION("with letters that do not end") {
    table.add("00000000"
              "01"
              "7a4c52");
  }
  table.addDescription(0, absolute);
  CHECK(table.entries() == one);
}

TEST_CASE("An unwind table that is cut off has the entries that are whole",
          "[program][exceptions]") {
  auto form = GENERATE(Table::LengthForm::Short, Table::LengthForm::Long);
  Table table = tableWithOne();
  size_t first = table.bytes.size();
  table.addDescription(0, absolute, form);
  for (size_t size = 0; size <= table.bytes.size(); ++size) {
    INFO(size);
    size_t whole = (size >= first) + (size == table.bytes.size());
    CHECK(entriesOfCopy(table.bytes.substr(0, size)) == Entries(whole, one[0]));
  }
}

namespace {

/// The unwind table of a program that throws.
struct RealTable {
  std::string bytes;
  uint64_t address = 0;
};

RealTable realTable() {
  TestProgram program("g++", Language::Cxx, R"c(
struct guard { ~guard() { } };
void thrower(int x) { guard g; if (x) throw x; }
int main(int count, char **) {
  try { thrower(count - 1); } catch (int) { return 1; }
  return 0;
}
)c");
  auto file =
      llvm::cantFail(llvm::object::ObjectFile::createObjectFile(program.path));
  for (const llvm::object::SectionRef &section : file.getBinary()->sections())
    if (llvm::cantFail(section.getName()) == ".eh_frame")
      return {llvm::cantFail(section.getContents()).str(),
              section.getAddress()};
  FAIL("no unwind table");
  return {};
}

} // namespace

TEST_CASE("No change of an unwind table does harm", "[program][exceptions]") {
  const RealTable real = realTable();
  Entries sound = entriesOf(real.bytes, real.address);
  CHECK(llvm::count_if(sound, [](auto &entry) { return entry.second; }) == 2);
  std::mt19937 random(6);
  size_t changedTables = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = real.bytes;
    for (size_t left = 1 + random() % 4; left > 0; --left)
      // Small numbers and those with all bits are the worse ones.
      bytes[random() % bytes.size()] =
          static_cast<char>(random() % 2 ? random() % 256 : random() % 4 - 2);
    if (random() % 4 == 0)
      bytes.resize(random() % bytes.size());
    Entries entries = entriesOfCopy(bytes, real.address);
    // None is smaller than a length, a distance and two numbers.
    CHECK_FALSE(entries.size() > bytes.size() / 10);
    changedTables += entries != sound;
  }
  CHECK(changedTables > 10000);
}
