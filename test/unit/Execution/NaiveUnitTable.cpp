// Makes simple unit tables for test programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NaiveUnitTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <stdexcept>

using namespace pinstripe;
using Row = llvm::DWARFDebugLine::Row;

namespace {

class Builder {
public:
  Builder(const std::string &program, const std::string &sourceText);
  UnitTable build();

private:
  void addFunction(llvm::DWARFDie die, const llvm::DWARFDebugLine::LineTable &);
  void addUnits(FunctionId id, llvm::ArrayRef<Row> rows);
  void findEpilogue(TracedFunction &function, llvm::ArrayRef<Row> rows);
  UnitId unitOfLine(uint32_t line);
  llvm::StringRef textOf(uint32_t line) const;
  llvm::ArrayRef<uint8_t> code(uint64_t begin, uint64_t end) const;

  llvm::object::OwningBinary<llvm::object::ObjectFile> binary;
  std::unique_ptr<llvm::DWARFContext> dwarf;
  std::vector<std::string> lines;
  std::map<uint32_t, UnitId> units;
  UnitTable table;
};

template <typename T> T orThrow(llvm::Expected<T> value) {
  if (!value)
    throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}

} // namespace

Builder::Builder(const std::string &program, const std::string &sourceText)
    : binary(orThrow(llvm::object::ObjectFile::createObjectFile(program))),
      dwarf(llvm::DWARFContext::create(*binary.getBinary())) {
  for (llvm::StringRef line : llvm::split(sourceText, '\n'))
    lines.push_back(line.trim().str());
  table.modules = {{program, "", 0}};
  table.files = {"test.c"};
}

llvm::StringRef Builder::textOf(uint32_t line) const {
  return line == 0 || line > lines.size() ? llvm::StringRef()
                                          : llvm::StringRef(lines[line - 1]);
}

llvm::ArrayRef<uint8_t> Builder::code(uint64_t begin, uint64_t end) const {
  for (const llvm::object::SectionRef &section :
       binary.getBinary()->sections()) {
    uint64_t start = section.getAddress();
    if (!section.isText() || begin < start || end > start + section.getSize())
      continue;
    llvm::StringRef bytes = orThrow(section.getContents());
    return llvm::arrayRefFromStringRef(
        bytes.substr(begin - start, end - begin));
  }
  throw std::runtime_error("no code there");
}

UnitId Builder::unitOfLine(uint32_t line) {
  auto [place, isNew] = units.try_emplace(
      line, UnitId{static_cast<uint32_t>(table.units.size())});
  if (isNew) {
    StatementUnit unit;
    unit.range = {FileId{0}, line, 1, line, 80};
    unit.text = textOf(line).str();
    unit.kind =
        textOf(line).starts_with("return") ? UnitKind::Return : UnitKind::Line;
    table.units.push_back(unit);
  }
  return place->second;
}

static bool endsWith(llvm::ArrayRef<uint8_t> bytes,
                     std::initializer_list<uint8_t> tail) {
  return bytes.size() >= tail.size() &&
         std::equal(tail.begin(), tail.end(), bytes.end() - tail.size());
}

/// Finds the end of a function: `pop rbp`, or `leave`, or `add rsp, N; pop
/// rbp`, with rbx restored from the frame. Before it, at a closing brace, comes
/// the reload of the return value.
void Builder::findEpilogue(TracedFunction &function, llvm::ArrayRef<Row> rows) {
  llvm::ArrayRef<uint8_t> bytes = code(function.low, function.high);
  if (!endsWith(bytes, {0xc3}))
    return;
  function.ret = function.high - 1;
  bytes = bytes.drop_back(2);
  if (llvm::ArrayRef<uint8_t> tail = bytes.take_back(4);
      tail.size() == 4 && tail[0] == 0x48 && tail[1] == 0x83 && tail[2] == 0xc4)
    bytes = bytes.drop_back(4);
  else if (llvm::ArrayRef<uint8_t> wide = bytes.take_back(7);
           wide.size() == 7 && wide[0] == 0x48 && wide[1] == 0x81 &&
           wide[2] == 0xc4)
    bytes = bytes.drop_back(7);
  if (endsWith(bytes, {0x48, 0x8b, 0x5d, 0xf8}))
    bytes = bytes.drop_back(4);
  function.exit = function.tearDown = function.low + bytes.size();
  for (const Row &row : rows) {
    uint64_t address = row.Address.Address;
    if (textOf(row.Line) == "}" && address < function.tearDown &&
        address + 8 > function.tearDown &&
        code(address, function.high).front() != 0xe8)
      function.exit = std::min(function.exit, address);
  }
  function.resultReload = function.exit;
}

void Builder::addUnits(FunctionId id, llvm::ArrayRef<Row> rows) {
  const TracedFunction &function = table.function(id);
  uint32_t previous = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t address = rows[i].Address.Address;
    bool hidden = i + 1 < rows.size() && rows[i + 1].Address.Address == address;
    if (hidden || rows[i].Line == 0)
      continue;
    bool isNewLine = rows[i].Line != previous;
    previous = rows[i].Line;
    bool isBody = address >= function.bodyStart &&
                  (!function.canReturn() || address < function.exit);
    if (isNewLine && isBody && textOf(rows[i].Line) != "}")
      table.entries.push_back({address, unitOfLine(rows[i].Line), id, {}});
  }
}

static uint64_t sizeOf(llvm::DWARFDie type) {
  for (; type;
       type = type.getAttributeValueAsReferencedDie(llvm::dwarf::DW_AT_type))
    if (auto size =
            llvm::dwarf::toUnsigned(type.find(llvm::dwarf::DW_AT_byte_size)))
      return *size;
  return 0;
}

void Builder::addFunction(llvm::DWARFDie die,
                          const llvm::DWARFDebugLine::LineTable &lineTable) {
  TracedFunction function;
  uint64_t section = 0;
  if (!die.getLowAndHighPC(function.low, function.high, section))
    return;
  function.name = function.linkageName =
      die.getName(llvm::DINameKind::ShortName);
  std::vector<Row> rows;
  for (const Row &row : lineTable.Rows)
    if (!row.EndSequence && row.Address.Address >= function.low &&
        row.Address.Address < function.high)
      rows.push_back(row);
  auto body = llvm::find_if(
      rows, [&](const Row &row) { return row.Line != rows.front().Line; });
  if (body == rows.end())
    return;
  function.bodyStart = body->Address.Address;
  findEpilogue(function, rows);
  llvm::ArrayRef<uint8_t> prologue = code(function.low, function.bodyStart);
  function.frameSize = 8 + 128; // leaf functions use the red zone
  for (size_t i = 0; i + 7 <= prologue.size(); ++i)
    if (prologue[i] == 0x48 && prologue[i + 1] == 0x81 &&
        prologue[i + 2] == 0xec)
      function.frameSize += prologue[i + 3] | prologue[i + 4] << 8;
  llvm::DWARFDie type =
      die.getAttributeValueAsReferencedDie(llvm::dwarf::DW_AT_type);
  function.returns = !type               ? ReturnClass::None
                     : sizeOf(type) > 16 ? ReturnClass::Memory
                                         : ReturnClass::Register;
  table.functions.push_back(function);
  addUnits(FunctionId{static_cast<uint32_t>(table.functions.size() - 1)}, rows);
}

UnitTable Builder::build() {
  for (const auto &unit : dwarf->compile_units())
    for (const llvm::DWARFDebugInfoEntry &entry : unit->dies()) {
      llvm::DWARFDie die(unit.get(), &entry);
      if (die.getTag() == llvm::dwarf::DW_TAG_subprogram)
        addFunction(die, *dwarf->getLineTableForUnit(unit.get()));
    }
  llvm::sort(table.entries, [](const UnitEntry &a, const UnitEntry &b) {
    return a.address < b.address;
  });
  return std::move(table);
}

UnitTable pinstripe::naiveUnitTable(const std::string &program,
                                    const std::string &sourceText) {
  return Builder(program, sourceText).build();
}
