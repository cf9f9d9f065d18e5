// The program model for other programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "Listing/UnitNames.h"
#include "pinstripe/Report/UnitListing.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// Writes the parts of one unit table.
class UnitWriter {
public:
  UnitWriter(const UnitTable &table, llvm::json::OStream &json)
      : table(table), json(json) {}
  void writeFunction(FunctionId id);
  void writeNote(const ModelNote &note);
  void writeLink(const CleanupLink &link);
  void writeRefused(const RefusedFunction &refused);

private:
  /// As the module's file has it.
  void writeAddress(llvm::StringRef name, uint64_t address) {
    json.attribute(name, static_cast<int64_t>(table.fileAddress(address)));
  }
  void writeUnit(UnitId id, llvm::ArrayRef<const UnitEntry *> entries);

  const UnitTable &table;
  llvm::json::OStream &json;
};

} // namespace

void UnitWriter::writeUnit(UnitId id,
                           llvm::ArrayRef<const UnitEntry *> entries) {
  const StatementUnit &unit = table.unit(id);
  json.object([&] {
    json.attribute("unit", static_cast<int64_t>(id));
    json.attribute("kind", unitKindName(unit.kind));
    json.attribute("file", utf8(table.displayPath(unit.range.file)));
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("end_line", unit.range.endLine);
    json.attribute("end_column", unit.range.endColumn);
    json.attribute("text", utf8(unit.text));
    json.attribute("pinned", unit.pinReason.empty()
                                 ? llvm::json::Value(nullptr)
                                 : llvm::json::Value(unit.pinReason));
    json.attributeArray("entries", [&] {
      for (const UnitEntry *entry : entries)
        json.object([&] {
          writeAddress("address", entry->address);
          writeLibraryJSON(json, table, entry->address);
          json.attribute("reloads",
                         static_cast<int64_t>(entry->reloads.size()));
        });
    });
  });
}

void UnitWriter::writeFunction(FunctionId id) {
  const TracedFunction &function = table.function(id);
  FunctionUnits units = unitsOf(table, id);
  json.object([&] {
    json.attribute("name", utf8(function.name));
    json.attribute("linkage_name", utf8(function.linkageName));
    if (function.range.line != 0) {
      json.attribute("file", utf8(table.displayPath(function.range.file)));
      json.attribute("line", function.range.line);
    }
    writeLibraryJSON(json, table, function.low);
    writeAddress("low", function.low);
    writeAddress("high", function.high);
    json.attribute("fallback",
                   function.fallbackReason.empty()
                       ? llvm::json::Value(nullptr)
                       : llvm::json::Value(function.fallbackReason));
    json.attributeArray("units", [&] {
      for (UnitId unit : units.order)
        writeUnit(unit, units.entries.at(unit));
    });
  });
}

void UnitWriter::writeNote(const ModelNote &note) {
  json.object([&] {
    json.attribute("kind", noteKindName(note.kind));
    json.attribute("function", utf8(table.function(note.function).name));
    json.attribute("unit", static_cast<int64_t>(note.unit));
    writeAddress("address", note.address);
    json.attribute("reason", note.reason);
  });
}

void UnitWriter::writeLink(const CleanupLink &link) {
  json.object([&] {
    json.attribute("declaration", static_cast<int64_t>(link.declaration));
    json.attribute("cleanup", static_cast<int64_t>(link.cleanup));
  });
}

void UnitWriter::writeRefused(const RefusedFunction &refused) {
  json.object([&] {
    json.attribute("name", utf8(refused.name));
    json.attribute("file", utf8(table.displayPath(refused.file)));
    json.attribute("line", refused.line);
    json.attribute("reason", refused.reason);
  });
}

bool pinstripe::writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                               llvm::StringRef version,
                               llvm::raw_ostream &stream) {
  std::vector<FunctionId> functions = functionsNamed(table, function);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  UnitWriter writer(table, json);
  json.object([&] {
    writeToolJSON(json, version);
    json.attribute("program", utf8(table.programPath()));
    json.attributeArray("modules", [&] {
      for (const TracedModule &module : llvm::drop_begin(table.modules))
        json.value(utf8(module.path));
    });
    json.attributeArray("functions", [&] {
      for (FunctionId id : functions)
        writer.writeFunction(id);
    });
    json.attributeArray("notes", [&] {
      for (const ModelNote &note : table.notes)
        if (llvm::is_contained(functions, note.function))
          writer.writeNote(note);
    });
    json.attributeArray("cleanup_links", [&] {
      for (const CleanupLink &link : table.cleanupLinks)
        writer.writeLink(link);
    });
    json.attributeArray("refused", [&] {
      for (const RefusedFunction &refused : table.refused)
        writer.writeRefused(refused);
    });
  });
  stream << '\n';
  return !functions.empty();
}
