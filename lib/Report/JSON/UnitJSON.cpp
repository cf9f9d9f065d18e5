// Writes the functions of a program and their statement units as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "Listing/UnitNames.h"
#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Report/UnitListing.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// Writes the address that code has in the file of its program or library.
/// `address` is the address of the same code in the unit table. In this table,
/// a constant is added to the addresses of each library, so that no two modules
/// share addresses.
static void writeAddress(JSONWriter &json, llvm::StringRef name,
                         uint64_t address) {
  json.attribute(name, json.table.fileAddress(address));
}

static void writeUnit(JSONWriter &json, UnitId id,
                      llvm::ArrayRef<const UnitEntry *> entries) {
  const StatementUnit &unit = json.table.unit(id);
  json.attribute("unit", static_cast<int64_t>(id));
  json.attribute("kind", unitKindName(unit.kind));
  json.extent(unit.range);
  json.text("text", unit.text);
  json.textOrNull("pinned", unit.pinReason);
  json.objects("entries", entries, [&](const UnitEntry *entry) {
    writeAddress(json, "address", entry->address);
    json.module(entry->address);
    json.attribute("reloads", entry->reloads.size());
  });
}

static void writeFunction(JSONWriter &json, FunctionId id) {
  const TracedFunction &function = json.table.function(id);
  FunctionUnits units = unitsOf(json.table, id);
  json.text("name", function.name);
  json.text("linkage_name", function.linkageName);
  if (function.range.line != 0) {
    json.text("file", json.table.displayPath(function.range.file));
    json.attribute("line", function.range.line);
  }
  json.module(function.low);
  writeAddress(json, "low", function.low);
  writeAddress(json, "high", function.high);
  json.attribute("implicit", function.isImplicit);
  json.textOrNull("fallback", function.fallbackReason);
  json.objects("units", units.order, [&](UnitId unit) {
    writeUnit(json, unit, units.entries.at(unit));
  });
}

static void writeNote(JSONWriter &json, const ModelNote &note,
                      const std::map<UnitId, UnitId> &glued) {
  json.attribute("kind", noteKindName(note.kind));
  json.text("function", json.table.function(note.function).name);
  json.attribute("unit", static_cast<int64_t>(note.unit));
  writeAddress(json, "address", note.address);
  json.attribute("reason", note.reason);
  if (auto found = glued.find(note.unit); found != glued.end())
    json.attribute("with", static_cast<int64_t>(found->second));
}

bool pinstripe::writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                               llvm::StringRef version,
                               llvm::raw_ostream &stream) {
  std::vector<FunctionId> functions = functionsNamed(table, function);
  auto notes = llvm::make_filter_range(table.notes, [&](const auto &note) {
    return llvm::is_contained(functions, note.function);
  });
  std::map<UnitId, UnitId> glued = gluedUnits(table);
  std::vector<std::string> libraries;
  for (const TracedModule &module : llvm::drop_begin(table.modules))
    libraries.push_back(module.path);
  JSONWriter json(table, stream);
  json.object([&] {
    json.tool(version);
    json.text("program", table.programPath());
    json.texts("modules", libraries);
    json.objects("functions", functions,
                 [&](FunctionId id) { writeFunction(json, id); });
    json.objects("notes", notes,
                 [&](const ModelNote &note) { writeNote(json, note, glued); });
    json.objects(
        "cleanup_links", cleanupLinksOf(table, functions),
        [&](const CleanupLink &link) {
          json.attribute("declaration", static_cast<int64_t>(link.declaration));
          json.attribute("cleanup", static_cast<int64_t>(link.cleanup));
        });
    json.objects("refused", table.refused, [&](const RefusedFunction &refused) {
      json.text("name", refused.name);
      json.text("file", table.displayPath(refused.file));
      json.attribute("line", refused.line);
      json.attribute("reason", refused.reason);
    });
  });
  stream << '\n';
  return !functions.empty();
}
