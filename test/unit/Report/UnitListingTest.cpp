// Tests how the program model is printed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/UnitListing.h"
#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

/// Returns the paper's program with an example of everything that the model can
/// decide.
static UnitTable decidedTable() {
  UnitTable table = paperTable("/src/sample.c");
  table.units[2].pinReason = "creates a process";
  table.entries[3].reloads = {{5, -24}};
  table.functions[0].fallbackReason = "";
  table.cleanupLinks = {{UnitId(0), UnitId(12)}};
  table.refused = {{"spin", "/src/spin.c", 7, "inline assembly"}};
  table.notes = {
      {ModelNote::Kind::Moved, FunctionId(0), UnitId(1), 0x1149, "late"},
      {ModelNote::Kind::Merged, FunctionId(0), UnitId(7), 0x1179, "register"}};
  TracedFunction fallback = table.functions[0];
  fallback.name = "Shape::area";
  fallback.linkageName = "_ZN5Shape4areaEv";
  fallback.low = 0x2000;
  fallback.high = 0x2100;
  fallback.exit = 0;
  fallback.fallbackReason = "the source has other lines";
  table.functions.push_back(fallback);
  return table;
}

static std::string unitListing(const UnitTable &table,
                               llvm::StringRef function = "") {
  return written([&](llvm::raw_ostream &stream) {
    listUnits(table, function, {}, stream);
  });
}

TEST_CASE("The unit listing tells everything that the model decided",
          "[report][units]") {
  CHECK_BASELINE(unitListing(decidedTable()), "units.txt");
}

TEST_CASE("A function is found by its whole or its last name",
          "[report][units]") {
  UnitTable table = decidedTable();
  std::string whole = unitListing(table, "Shape::area");
  CHECK(whole.find("1 function, 0 statement units") == 0);
  CHECK(unitListing(table, "area") == whole);
  CHECK(unitListing(table, "_ZN5Shape4areaEv") == whole);
  CHECK_FALSE(listUnits(table, "rea", {}, llvm::nulls()));
}

TEST_CASE("Only the clean-ups of the function in question are listed",
          "[report][units]") {
  UnitTable table = decidedTable();
  auto lists = [&](llvm::StringRef function) {
    return unitListing(table, function).find("destroyed together") !=
           std::string::npos;
  };
  CHECK(lists("main"));
  CHECK_FALSE(lists("Shape::area"));
}

TEST_CASE("The units are there as JSON, too", "[report][units]") {
  std::string text = written([](llvm::raw_ostream &stream) {
    writeUnitsJSON(decidedTable(), "main", "0.1.0", stream);
  });
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  REQUIRE(static_cast<bool>(value));
  const llvm::json::Array &functions =
      *value->getAsObject()->getArray("functions");
  REQUIRE(functions.size() == 1);
  const llvm::json::Array &units =
      *functions[0].getAsObject()->getArray("units");
  REQUIRE(units.size() == 13);
  CHECK(units[2].getAsObject()->getString("pinned") == "creates a process");
  CHECK(units[3].getAsObject()->getArray("entries")->size() == 1);
}
