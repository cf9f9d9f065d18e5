//===- DebugInfo.cpp - Reading DWARF --------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"
#include "DebugChildren.h"
#include "DebugForm.h"
#include "ElfFile.h"
#include "pinstripe/Support/Error.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;

namespace pinstripe {

namespace {

/// Reads one executable into a DebugInfo; lives for one call.
class Reader {
public:
  Reader(const ElfFile &elf, DebugInfo &info) : elf(elf), info(info) {}
  Error read();

private:
  Error readUnits();
  void readFolders(const DWARFDebugLine::LineTable &table,
                   const DWARFUnit &unit, uint32_t unitIndex);
  void readFunctions(DWARFUnit &unit, uint32_t unitIndex);
  void readFunction(const DWARFDie &die, uint32_t unitIndex,
                    const DWARFDebugLine::LineTable *table);
  void readVariables(const DWARFDie &die, DebugFunction &function);
  void readRows(const DWARFDebugLine::LineTable &table, const DWARFUnit &unit,
                DebugFunction &function);
  uint32_t fileIndex(std::string file);
  uint32_t fileIndex(const DWARFDebugLine::LineTable &table,
                     const DWARFUnit &unit, uint64_t file);

  const ElfFile &elf;
  DebugInfo &info;
  std::unique_ptr<DWARFContext> dwarf;
  std::map<std::string, uint32_t> fileIndices;
  std::map<std::pair<const DWARFUnit *, uint64_t>, uint32_t> tableFiles;
};

uint32_t Reader::fileIndex(std::string file) {
  SmallString<256> resolved;
  if (!sys::fs::real_path(file, resolved))
    file = resolved.str().str();
  auto [found, isNew] = fileIndices.try_emplace(file, info.files.size());
  if (isNew)
    info.files.push_back(file);
  return found->second;
}

uint32_t Reader::fileIndex(const DWARFDebugLine::LineTable &table,
                           const DWARFUnit &unit, uint64_t file) {
  auto [found, isNew] = tableFiles.try_emplace({&unit, file}, 0);
  if (isNew) {
    std::string name;
    table.getFileNameByIndex(
        file, const_cast<DWARFUnit &>(unit).getCompilationDir(),
        DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, name);
    found->second = fileIndex(std::move(name));
  }
  return found->second;
}

void Reader::readRows(const DWARFDebugLine::LineTable &table,
                      const DWARFUnit &unit, DebugFunction &function) {
  for (const auto &row : table.Rows)
    if (!row.EndSequence && row.Address.Address >= function.low &&
        row.Address.Address < function.high) {
      LineRow line{row.Address.Address,
                   fileIndex(table, unit, row.File),
                   row.Line,
                   row.Column,
                   bool(row.IsStmt),
                   bool(row.PrologueEnd)};
      auto &rows = function.rows;
      if (!rows.empty() && rows.back().address == line.address) {
        line.isStatement |= rows.back().isStatement;
        line.isPrologueEnd |= rows.back().isPrologueEnd;
        rows.back() = line;
      } else {
        rows.push_back(line);
      }
    }
  llvm::sort(function.rows, [](const LineRow &a, const LineRow &b) {
    return a.address < b.address;
  });
}

/// Size above which, or class kinds for which, a result goes through memory
/// (System V ABI, 3.2.3). A class of two to sixteen bytes that has to be
/// constructed in place says so in its calling convention.
ReturnClass returnClass(const DWARFDie &die) {
  DWARFDie type;
  if (auto form = die.findRecursively({dwarf::DW_AT_type}))
    type = die.getAttributeValueAsReferencedDie(*form);
  for (int depth = 0; type && depth < 64; ++depth) {
    dwarf::Tag tag = type.getTag();
    if (tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type ||
        tag == dwarf::DW_TAG_volatile_type) {
      type = type.getAttributeValueAsReferencedDie(dwarf::DW_AT_type);
      continue;
    }
    if (tag != dwarf::DW_TAG_structure_type &&
        tag != dwarf::DW_TAG_class_type && tag != dwarf::DW_TAG_union_type)
      return ReturnClass::Register;
    uint64_t size = dwarf::toUnsigned(type.find(dwarf::DW_AT_byte_size), 0);
    uint64_t convention =
        dwarf::toUnsigned(type.find(dwarf::DW_AT_calling_convention), 0);
    return size > 16 || convention == dwarf::DW_CC_pass_by_reference
               ? ReturnClass::Memory
               : ReturnClass::Register;
  }
  return ReturnClass::None;
}

/// DWARF numbers the first eight registers in another order than the machine
/// (System V ABI for x86-64, figure 3.36).
unsigned machineNumber(unsigned dwarfNumber) {
  static constexpr uint8_t numbers[] = {RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP};
  return dwarfNumber < 8 ? numbers[dwarfNumber] : dwarfNumber;
}

void Reader::readVariables(const DWARFDie &die, DebugFunction &function) {
  std::vector<DWARFDie> pending{die};
  unsigned lists = 0, places = 0;
  while (!pending.empty()) {
    DWARFDie current = pending.back();
    pending.pop_back();
    for (DWARFDie child : childrenOf(current)) {
      if (child.getTag() == dwarf::DW_TAG_lexical_block)
        pending.push_back(child);
      if (child.getTag() != dwarf::DW_TAG_variable &&
          child.getTag() != dwarf::DW_TAG_formal_parameter)
        continue;
      auto location = child.find(dwarf::DW_AT_location);
      if (!location)
        continue;
      auto block = location->getAsBlock();
      ++(block ? places : lists);
      if (!block)
        continue;
      if (block->size() != 1 || (*block)[0] < dwarf::DW_OP_reg0 ||
          (*block)[0] > dwarf::DW_OP_reg15)
        continue;
      // gcc takes caller-saved ones too in functions that call nothing.
      function.variableRegisters |=
          generalRegister(machineNumber((*block)[0] - dwarf::DW_OP_reg0));
    }
  }
  // clang lists the places of a VLA even at -O0.
  function.hasLocationLists = lists > places;
}

void Reader::readFunction(const DWARFDie &die, uint32_t unitIndex,
                          const DWARFDebugLine::LineTable *table) {
  uint64_t low = 0, high = 0, section = 0;
  if (!die.getLowAndHighPC(low, high, section) || high <= low ||
      !info.isCode(low) || info.bytesAt(low, high - low).empty())
    return;
  DebugFunction function;
  function.low = low;
  function.high = high;
  function.unit = unitIndex;
  const char *shortName = die.getShortName();
  const char *linkageName = die.getLinkageName();
  function.name = shortName ? shortName : "";
  if (linkageName)
    function.linkageName = linkageName;
  else if (auto symbol = info.symbols.find(low); symbol != info.symbols.end())
    function.linkageName = symbol->second;
  if (function.name.empty())
    function.name = function.linkageName;
  function.line = die.getDeclLine();
  function.file = fileIndex(
      die.getDeclFile(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath));
  function.isArtificial =
      die.findRecursively({dwarf::DW_AT_artificial}).has_value();
  if (die.findRecursively({dwarf::DW_AT_noreturn}))
    info.neverReturning.insert(low);
  function.returns = returnClass(die);
  readVariables(die, function);
  if (table)
    readRows(*table, *die.getDwarfUnit(), function);
  info.functions.push_back(std::move(function));
}

/// Where the headers of a compilation unit lie.
void Reader::readFolders(const DWARFDebugLine::LineTable &table,
                         const DWARFUnit &unit, uint32_t unitIndex) {
  std::vector<std::string> &folders = info.units[unitIndex].includeDirectories;
  bool countsFromOne = table.Prologue.getVersion() < 5;
  for (size_t i = 0; i < table.Prologue.FileNames.size(); ++i) {
    uint32_t file = fileIndex(table, unit, i + countsFromOne);
    std::string folder = sys::path::parent_path(info.files[file]).str();
    if (!is_contained(folders, folder))
      folders.push_back(std::move(folder));
  }
}

void Reader::readFunctions(DWARFUnit &unit, uint32_t unitIndex) {
  const auto *table = dwarf->getLineTableForUnit(&unit);
  if (table)
    readFolders(*table, unit, unitIndex);
  for (const DWARFDebugInfoEntry &entry : unit.dies()) {
    DWARFDie die(&unit, &entry);
    if (die.getTag() == dwarf::DW_TAG_subprogram)
      readFunction(die, unitIndex, table);
  }
}

/// "c11", "c++14" for DW_AT_language; empty if it says no more than "C".
std::string standardOf(uint64_t language) {
  switch (language) {
  case dwarf::DW_LANG_C89:
    return "gnu89";
  case dwarf::DW_LANG_C11:
    return "gnu11";
  case dwarf::DW_LANG_C17:
    return "gnu17";
  case dwarf::DW_LANG_C_plus_plus_11:
    return "gnu++11";
  case dwarf::DW_LANG_C_plus_plus_14:
    return "gnu++14";
  case dwarf::DW_LANG_C_plus_plus_17:
    return "gnu++17";
  case dwarf::DW_LANG_C_plus_plus_20:
    return "gnu++20";
  default:
    return "";
  }
}

bool isC(uint64_t language) {
  return language == dwarf::DW_LANG_C || language == dwarf::DW_LANG_C89 ||
         language == dwarf::DW_LANG_C99 || language == dwarf::DW_LANG_C11 ||
         language == dwarf::DW_LANG_C17;
}

bool isCxx(uint64_t language) {
  return language == dwarf::DW_LANG_C_plus_plus ||
         language == dwarf::DW_LANG_C_plus_plus_03 ||
         standardOf(language).find("++") != std::string::npos;
}

Error Reader::readUnits() {
  if (Error error = openDwarf(elf).moveInto(dwarf))
    return error;
  bool hasForeignLanguage = false;
  for (const auto &unit : dwarf->compile_units()) {
    DWARFDie root = unit->getNonSkeletonUnitDIE(false);
    if (!root)
      continue;
    uint64_t language = dwarf::toUnsigned(root.find(dwarf::DW_AT_language), 0);
    if (!isC(language) && !isCxx(language)) {
      hasForeignLanguage = true;
      continue;
    }
    CompilationUnit described;
    described.isCxx = isCxx(language);
    described.standard = standardOf(language);
    described.producer = dwarf::toString(root.find(dwarf::DW_AT_producer), "");
    if (const char *directory = unit->getCompilationDir())
      described.directory = directory;
    SmallString<256> file(dwarf::toString(root.find(dwarf::DW_AT_name), ""));
    sys::fs::make_absolute(described.directory, file);
    sys::path::remove_dots(file, /*remove_dot_dot=*/true);
    described.mainFile = file.str().str();
    info.units.push_back(std::move(described));
    readFunctions(*unit, info.units.size() - 1);
  }
  if (!info.functions.empty())
    return Error::success();
  if (hasForeignLanguage)
    return elf.fail("holds no C or C++ code with debug information; only C and "
                    "C++ programs can be used");
  return elf.fail(info.hasSymbolTable
                      ? "has no debug information; build it with -g -O0"
                      : "is stripped; use the file as the linker left it, "
                        "built with -g -O0");
}

Error Reader::read() {
  if (Error error = elf.readCode(info))
    return error;
  if (Error error = readUnits())
    return error;
  llvm::sort(info.functions,
             [](const DebugFunction &a, const DebugFunction &b) {
               return a.low < b.low;
             });
  // The linker may have folded several into one; of what overlaps in a damaged
  // file, the first.
  uint64_t end = 0;
  llvm::erase_if(info.functions, [&](const DebugFunction &function) {
    if (function.low < end)
      return true;
    end = function.high;
    return false;
  });
  for (DebugFunction &function : info.functions)
    if (auto pads = info.landingPads.find(function.low);
        pads != info.landingPads.end())
      function.landingPads = pads->second;
  return Error::success();
}

} // namespace

Expected<DebugInfo> readDebugInfo(const std::string &path) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  DebugInfo info;
  if (Error error = Reader(*file, info).read())
    return error;
  return info;
}

Expected<std::vector<CodeRange>> readFunctionRanges(const std::string &path,
                                                    const ModuleCode &module) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  std::vector<CodeRange> ranges;
  auto dwarf = openDwarf(*file);
  if (!dwarf)
    return dwarf.takeError();
  for (const auto &unit : (*dwarf)->compile_units()) {
    if (!unit->getNonSkeletonUnitDIE(false))
      continue;
    for (const DWARFDebugInfoEntry &entry : unit->dies()) {
      DWARFDie die(unit.get(), &entry);
      uint64_t low = 0, high = 0, section = 0;
      if (die.getTag() == dwarf::DW_TAG_subprogram &&
          die.getLowAndHighPC(low, high, section) && high > low &&
          module.isCode(low))
        ranges.push_back({low, high});
    }
  }
  llvm::sort(ranges, [](const CodeRange &a, const CodeRange &b) {
    return std::pair(a.low, b.high) < std::pair(b.low, a.high);
  });
  // The same function in several units; of what overlaps, the first.
  std::vector<CodeRange> disjoint;
  for (const CodeRange &range : ranges)
    if (disjoint.empty() || range.low >= disjoint.back().high)
      disjoint.push_back(range);
  return disjoint;
}

} // namespace pinstripe
