// Lists the functions of a program, the statements of each, and notes about
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/UnitListing.h"
#include "UnitNames.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Hexadecimal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace pinstripe;

static std::string describeRange(const SourceRange &range) {
  return std::to_string(range.line) + ":" + std::to_string(range.column) + "-" +
         std::to_string(range.endLine) + ":" + std::to_string(range.endColumn);
}

namespace {

/// Prints the statement units of the functions named `filter`, and then remarks
/// on how the code of these functions was divided into units.
class UnitPrinter {
public:
  UnitPrinter(const UnitTable &table, llvm::StringRef filter, TextStyle style,
              llvm::raw_ostream &stream)
      : table(table), filter(filter), style(style), stream(stream) {}
  bool print();

private:
  void printFunction(const FunctionUnits &function);
  void printUnit(UnitId id, llvm::ArrayRef<const UnitEntry *> entries);
  void printNotes(const std::vector<FunctionUnits> &functions);
  void printCleanups(const std::vector<FunctionId> &functions);
  void printPinned(const std::vector<FunctionUnits> &functions);
  void printRefused();
  void heading(llvm::StringRef text) { writeHeading(stream, style, text); }
  std::string place(UnitId id) const {
    return exactPlaceOf(table, table.unit(id).range);
  }
  /// Returns the address that code has in the file of its program or library.
  /// `address` is the address of the same code in the unit table. In this
  /// table, a constant is added to the addresses of each library, so that no
  /// two modules share addresses.
  std::string addressText(uint64_t address) const {
    return hexadecimal(table.fileAddress(address));
  }

  const UnitTable &table;
  llvm::StringRef filter;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

void UnitPrinter::printUnit(UnitId id,
                            llvm::ArrayRef<const UnitEntry *> entries) {
  const StatementUnit &unit = table.unit(id);
  std::string addresses;
  for (const UnitEntry *entry : entries) {
    addresses += (addresses.empty() ? "" : " ") + addressText(entry->address);
    if (!entry->reloads.empty())
      addresses += "+reload";
  }
  stream << llvm::format("  %-16s %-14s ", describeRange(unit.range).c_str(),
                         unitKindWords(unit.kind).str().c_str());
  stream << fitted(printable(unit.text), 60);
  writeStyled(stream, style, Emphasis::Dim, "  @ " + addresses);
  if (unit.isPinned())
    writeStyled(stream, style, Emphasis::Strong, "  pinned");
  stream << '\n';
}

void UnitPrinter::printFunction(const FunctionUnits &function) {
  const TracedFunction &traced = table.function(function.id);
  std::string title = table.displayName(traced);
  if (traced.range.line != 0)
    title += "  " + placeOf(table, traced.range);
  heading(title + "  [" + addressText(traced.low) + ", " +
          addressText(traced.high) + ")");
  if (traced.isFallback())
    stream << "  units from the line table: "
           << printable(traced.fallbackReason) << '\n';
  if (!traced.canReturn())
    stream << "  never returns\n";
  for (UnitId unit : function.order)
    printUnit(unit, function.entries.at(unit));
}

void UnitPrinter::printNotes(const std::vector<FunctionUnits> &functions) {
  std::vector<const ModelNote *> notes;
  for (const ModelNote &note : table.notes)
    if (llvm::any_of(functions, [&](const FunctionUnits &function) {
          return function.id == note.function;
        }))
      notes.push_back(&note);
  // Sorts the notes (remarks on how the code was divided into units) by kind,
  // since each kind has its own heading. Notes of one kind stay in the order of
  // the unit table.
  llvm::sort(notes, [](const auto *left, const auto *right) {
    return std::pair(left->kind, left) < std::pair(right->kind, right);
  });
  const ModelNote *previous = nullptr;
  for (const ModelNote *note : notes) {
    if (!previous || previous->kind != note->kind)
      heading(noteKindName(note->kind));
    previous = note;
    stream << "  "
           << printable(table.displayName(table.function(note->function)))
           << " "
           << (static_cast<size_t>(note->unit) < table.units.size()
                   ? place(note->unit)
                   : "")
           << " @ " << addressText(note->address) << ": "
           << printable(note->reason) << '\n';
  }
}

void UnitPrinter::printCleanups(const std::vector<FunctionId> &functions) {
  std::vector<CleanupLink> links = cleanupLinksOf(table, functions);
  if (links.empty())
    return;
  heading("constructed and destroyed together");
  for (const CleanupLink &link : links)
    stream << "  " << place(link.declaration) << "  "
           << fitted(printable(table.unit(link.declaration).text), 40)
           << "  with the clean-up at " << place(link.cleanup) << '\n';
}

void UnitPrinter::printPinned(const std::vector<FunctionUnits> &functions) {
  bool isFirst = true;
  for (const FunctionUnits &function : functions)
    for (UnitId id : function.order) {
      const StatementUnit &unit = table.unit(id);
      if (!unit.isPinned())
        continue;
      if (isFirst)
        heading("pinned: always executed");
      isFirst = false;
      stream << "  " << place(id) << "  " << fitted(printable(unit.text), 40)
             << ": " << printable(unit.pinReason) << '\n';
    }
}

void UnitPrinter::printRefused() {
  if (table.refused.empty() || !filter.empty())
    return;
  heading("refused: run as they are");
  for (const RefusedFunction &refused : table.refused) {
    stream << "  " << printable(refused.name);
    if (!refused.file.empty())
      stream << " (" << printable(table.displayPath(refused.file)) << ":"
             << refused.line << ")";
    stream << ": " << printable(refused.reason) << '\n';
  }
}

bool UnitPrinter::print() {
  std::vector<FunctionId> named = functionsNamed(table, filter);
  std::vector<FunctionUnits> functions;
  for (FunctionId id : named)
    functions.push_back(unitsOf(table, id));
  size_t fallbacks = 0, units = 0;
  for (const FunctionUnits &function : functions) {
    fallbacks += table.function(function.id).isFallback();
    units += function.order.size();
  }
  stream << counted(functions.size(), "function") << ", "
         << counted(units, "statement unit");
  if (fallbacks != 0)
    stream << ", " << counted(fallbacks, "function") << " from the line table";
  if (!table.refused.empty() && filter.empty())
    stream << ", " << table.refused.size() << " refused";
  stream << '\n';
  for (const FunctionUnits &function : functions)
    printFunction(function);
  printNotes(functions);
  printCleanups(named);
  printPinned(functions);
  printRefused();
  return !functions.empty();
}

bool pinstripe::listUnits(const UnitTable &table, llvm::StringRef function,
                          TextStyle style, llvm::raw_ostream &stream) {
  return UnitPrinter(table, function, style, stream).print();
}
