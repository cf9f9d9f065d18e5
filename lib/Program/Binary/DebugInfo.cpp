// Reads functions, line tables and compilation units from DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/DebugInfo.h"
#include "Binary/DebugRanges.h"
#include "Binary/TrialReading.h"
#include "pinstripe/Support/Error.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm::dwarf;

namespace pinstripe {

namespace {

/// Reads the debug information of one executable or library into a DebugInfo.
class Reader {
public:
  Reader(const ElfFile &elf, SourceFinder &sources, DebugInfo &info)
      : elf(elf), sources(sources), info(info) {}
  llvm::Error read();

private:
  llvm::Error readUnits();
  void placeUnit(llvm::DWARFUnit &unit, llvm::DWARFDie root,
                 CompilationUnit &described);
  llvm::Error refuse(bool hasForeignLanguage) const;
  void readFolders(const llvm::DWARFDebugLine::LineTable &table,
                   llvm::DWARFUnit &unit, uint32_t unitIndex);
  void readFunctions(llvm::DWARFUnit &unit, llvm::DWARFUnit &entries,
                     uint32_t unitIndex);
  void readFunction(const llvm::DWARFDie &die, uint32_t unitIndex,
                    const llvm::DWARFDebugLine::LineTable *table);
  void readVariables(const llvm::DWARFDie &die, DebugFunction &function);
  void readRows(const llvm::DWARFDebugLine::LineTable &table,
                llvm::DWARFUnit &unit, DebugFunction &function);
  uint32_t fileIndex(std::string file);
  uint32_t fileIndex(const llvm::DWARFDebugLine::LineTable &table,
                     llvm::DWARFUnit &unit, uint64_t file);
  uint32_t declaringFile(const llvm::DWARFDie &die);

  const ElfFile &elf;
  SourceFinder &sources;
  DebugInfo &info;
  std::unique_ptr<llvm::DWARFContext> dwarf;
  std::map<std::string, uint32_t> fileIndices;
  std::map<std::pair<llvm::DWARFUnit *, uint64_t>, uint32_t> tableFiles;
};

uint32_t Reader::fileIndex(std::string file) {
  file = sources.find(file);
  llvm::SmallString<256> resolved;
  if (!llvm::sys::fs::real_path(file, resolved))
    file = resolved.str().str();
  auto [found, isNew] = fileIndices.try_emplace(file, info.files.size());
  if (isNew)
    info.files.push_back(file);
  return found->second;
}

uint32_t Reader::fileIndex(const llvm::DWARFDebugLine::LineTable &table,
                           llvm::DWARFUnit &unit, uint64_t file) {
  auto [found, isNew] = tableFiles.try_emplace({&unit, file}, 0);
  if (isNew) {
    std::string name;
    table.getFileNameByIndex(
        file, unit.getCompilationDir(),
        llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, name);
    found->second = fileIndex(std::move(name));
  }
  return found->second;
}

/// Returns the file that declares a function, as an index in DebugInfo::files.
/// gcc often stores the number of this file in the abbreviation of the
/// function's DWARF entry (DW_FORM_implicit_const), where LLVM's getDeclFile
/// does not look.
uint32_t Reader::declaringFile(const llvm::DWARFDie &die) {
  llvm::DWARFDie holder = die;
  constexpr int maxDepth = 8;
  for (int depth = 0; holder && depth < maxDepth; ++depth) {
    auto value = holder.find(DW_AT_decl_file);
    llvm::DWARFUnit *unit = holder.getDwarfUnit()->getLinkedUnit();
    const auto *table = value ? dwarf->getLineTableForUnit(unit) : nullptr;
    if (table && value->getForm() == DW_FORM_implicit_const)
      return fileIndex(*table, *unit, value->getRawUValue());
    if (value)
      break;
    llvm::DWARFDie origin =
        holder.getAttributeValueAsReferencedDie(DW_AT_abstract_origin);
    holder = origin
                 ? origin
                 : holder.getAttributeValueAsReferencedDie(DW_AT_specification);
  }
  return fileIndex(die.getDeclFile(
      llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath));
}

void Reader::readRows(const llvm::DWARFDebugLine::LineTable &table,
                      llvm::DWARFUnit &unit, DebugFunction &function) {
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
  std::ranges::sort(function.rows, {}, &LineRow::address);
}

/// Tells whether a function returns its result in a register or in memory.
/// Large structures are returned in memory (System V ABI, 3.2.3), and so are
/// classes that have to be constructed in place. DWARF marks such classes by
/// the attribute DW_AT_calling_convention.
ReturnClass returnClass(const llvm::DWARFDie &die) {
  llvm::DWARFDie type;
  if (auto form = die.findRecursively({DW_AT_type}))
    type = die.getAttributeValueAsReferencedDie(*form);
  for (int depth = 0; type && depth < 64; ++depth) {
    Tag tag = type.getTag();
    if (tag == DW_TAG_typedef || tag == DW_TAG_const_type ||
        tag == DW_TAG_volatile_type) {
      type = type.getAttributeValueAsReferencedDie(DW_AT_type);
      continue;
    }
    if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type &&
        tag != DW_TAG_union_type)
      return ReturnClass::Register;
    uint64_t size = toUnsigned(type.find(DW_AT_byte_size), 0);
    uint64_t convention = toUnsigned(type.find(DW_AT_calling_convention), 0);
    return size > 16 || convention == DW_CC_pass_by_reference
               ? ReturnClass::Memory
               : ReturnClass::Register;
  }
  return ReturnClass::None;
}

/// Returns the distance from rbp to the frame base of a function with a
/// standard frame. DWARF gives the place of a variable as a distance from the
/// frame base (DW_OP_fbreg). Returns nullopt if the frame base is neither rbp
/// nor the canonical frame address.
std::optional<int64_t> frameBaseOf(const llvm::DWARFDie &function) {
  auto base = function.find(DW_AT_frame_base);
  auto block = base ? base->getAsBlock() : std::nullopt;
  constexpr uint8_t framePointer = 6; // DWARF's number of the register rbp
  if (!block || block->size() != 1)
    return std::nullopt;
  if ((*block)[0] == DW_OP_reg0 + framePointer)
    return 0;
  return (*block)[0] == DW_OP_call_frame_cfa ? std::optional(16) : std::nullopt;
}

/// Adds the place of a variable to `function`: its range in the frame, or its
/// register. `block` is the variable's location expression in DWARF.
void addPlace(const llvm::DWARFDie &variable, llvm::ArrayRef<uint8_t> block,
              std::optional<int64_t> frameBase, DebugFunction &function) {
  // Any general register may hold a variable: in functions without calls gcc
  // also uses caller-saved registers for `register` variables.
  if (block.size() == 1 && block[0] >= DW_OP_reg0 && block[0] <= DW_OP_reg15)
    function.variableRegisters |=
        generalRegister(machineNumber(block[0] - DW_OP_reg0));
  if (block.empty() || block[0] != DW_OP_fbreg || !frameBase)
    return;
  unsigned length = 0;
  int64_t begin =
      *frameBase + llvm::decodeSLEB128(block.data() + 1, &length, block.end());
  // If the variable's location has more operations than DW_OP_fbreg, the
  // variable is a variable-length array. The frame then holds only a pointer to
  // the array.
  bool isWhole = block.size() == 1 + length;
  constexpr int64_t pointerSize = 8;
  int64_t end = begin + pointerSize;
  if (auto form = variable.findRecursively({DW_AT_type}); form && isWhole) {
    auto type = variable.getAttributeValueAsReferencedDie(*form);
    auto size = type ? type.getTypeSize(pointerSize) : std::nullopt;
    end = size ? begin + static_cast<int64_t>(*size & INT32_MAX) : begin;
  }
  const char *name = variable.getShortName();
  function.frameVariables.push_back({isWhole && name ? name : "",
                                     uint32_t(variable.getDeclLine()), begin,
                                     end});
}

/// Sorts the variables by their places in the frame. The size of a variable is
/// unknown if its type is declared but not defined. The end of such a variable
/// is set to the beginning of the next variable.
void finishPlaces(std::vector<FrameVariable> &places) {
  llvm::sort(places, [](const FrameVariable &a, const FrameVariable &b) {
    return std::tie(a.begin, a.line) < std::tie(b.begin, b.line);
  });
  int64_t next = INT32_MAX;
  for (FrameVariable &place : llvm::reverse(places)) {
    if (place.end == place.begin)
      place.end = next;
    next = place.begin;
  }
}

void Reader::readVariables(const llvm::DWARFDie &die, DebugFunction &function) {
  std::optional<int64_t> frameBase = frameBaseOf(die);
  llvm::SmallVector<llvm::DWARFDie> pending{die};
  unsigned lists = 0, places = 0;
  while (!pending.empty()) {
    for (llvm::DWARFDie child : pending.pop_back_val().children()) {
      if (child.getTag() == DW_TAG_lexical_block ||
          child.getTag() == DW_TAG_inlined_subroutine)
        pending.push_back(child);
      if (child.getTag() != DW_TAG_variable &&
          child.getTag() != DW_TAG_formal_parameter)
        continue;
      auto location = child.find(DW_AT_location);
      if (!location)
        continue;
      auto block = location->getAsBlock();
      ++(block ? places : lists);
      if (!block)
        continue;
      addPlace(child, *block, frameBase, function);
    }
  }
  finishPlaces(function.frameVariables);
  // If most variables have location lists, the code is optimised. A few
  // location lists prove nothing, because clang uses them for variable-length
  // arrays even at -O0.
  function.hasLocationLists = lists > places;
}

/// Returns the address range of a function. The range is empty if the function
/// has no addresses, or if it consists of several ranges, as many optimised
/// functions do. A list of ranges that has only one range is accepted, because
/// clang writes such lists even for code that is not optimised.
static llvm::DWARFAddressRange addressesOf(const llvm::DWARFDie &die) {
  llvm::DWARFAddressRange range;
  if (die.getLowAndHighPC(range.LowPC, range.HighPC, range.SectionIndex))
    return range;
  auto ranges = die.getAddressRanges();
  if (!ranges) {
    // A damaged list of ranges is treated as empty.
    llvm::consumeError(ranges.takeError());
    return {};
  }
  return ranges->size() == 1 ? ranges->front() : llvm::DWARFAddressRange();
}

void Reader::readFunction(const llvm::DWARFDie &die, uint32_t unitIndex,
                          const llvm::DWARFDebugLine::LineTable *table) {
  auto [low, high, section] = addressesOf(die);
  if (high <= low || !info.isCode(low) || info.bytesAt(low, high - low).empty())
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
  function.file = declaringFile(die);
  function.isArtificial = die.findRecursively({DW_AT_artificial}).has_value();
  if (die.findRecursively({DW_AT_noreturn}))
    info.neverReturning.insert(low);
  function.returns = returnClass(die);
  readVariables(die, function);
  if (table)
    readRows(*table, *die.getDwarfUnit()->getLinkedUnit(), function);
  info.functions.push_back(std::move(function));
}

/// Adds the folders of all files in the line table to the include folders of a
/// compilation unit, since its headers may be in them.
void Reader::readFolders(const llvm::DWARFDebugLine::LineTable &table,
                         llvm::DWARFUnit &unit, uint32_t unitIndex) {
  std::vector<std::string> &folders = info.units[unitIndex].includeDirectories;
  bool countsFromOne = table.Prologue.getVersion() < 5;
  for (size_t i = 0; i < table.Prologue.FileNames.size(); ++i) {
    uint32_t file = fileIndex(table, unit, i + countsFromOne);
    std::string folder = llvm::sys::path::parent_path(info.files[file]).str();
    if (!llvm::is_contained(folders, folder))
      folders.push_back(std::move(folder));
  }
}

/// Reads the functions of the compilation unit `unit`. `entries` is the unit
/// that holds the DWARF entries of the functions: the unit in the split file
/// (.dwo) if DWARF is split, otherwise `unit` itself.
void Reader::readFunctions(llvm::DWARFUnit &unit, llvm::DWARFUnit &entries,
                           uint32_t unitIndex) {
  const auto *table = dwarf->getLineTableForUnit(&unit);
  if (table)
    readFolders(*table, unit, unitIndex);
  for (const llvm::DWARFDebugInfoEntry &entry : entries.dies()) {
    llvm::DWARFDie die(&entries, &entry);
    if (die.getTag() == DW_TAG_subprogram)
      readFunction(die, unitIndex, table);
  }
}

/// Converts the language that DW_AT_language names into a standard for -std=,
/// such as "gnu11". Returns an empty text if DWARF says only "C".
std::string standardOf(uint64_t language) {
  static constexpr std::pair<uint64_t, const char *> standards[] = {
      {DW_LANG_C89, "gnu89"},
      {DW_LANG_C11, "gnu11"},
      {DW_LANG_C17, "gnu17"},
      {DW_LANG_C_plus_plus_11, "gnu++11"},
      {DW_LANG_C_plus_plus_14, "gnu++14"},
      {DW_LANG_C_plus_plus_17, "gnu++17"},
      {DW_LANG_C_plus_plus_20, "gnu++20"}};
  auto found = llvm::find_if(standards, [&](const auto &standard) {
    return standard.first == language;
  });
  return found == std::end(standards) ? "" : found->second;
}

bool isC(uint64_t language) {
  return llvm::is_contained(
      {DW_LANG_C, DW_LANG_C89, DW_LANG_C99, DW_LANG_C11, DW_LANG_C17},
      language);
}

bool isCxx(uint64_t language) {
  return language == DW_LANG_C_plus_plus ||
         language == DW_LANG_C_plus_plus_03 ||
         standardOf(language).find("++") != std::string::npos;
}

/// Returns the path of a compilation unit's split file (.dwo) if the unit needs
/// such a file but it can't be read; otherwise an empty text.
std::string missingFile(llvm::DWARFUnit &unit) {
  llvm::DWARFDie root = unit.getNonSkeletonUnitDIE(false);
  return root && root.getDwarfUnit() == &unit ? splitFileOf(unit) : "";
}

/// Finds the folder and the main file of a compilation unit. DWARF gives a
/// relative folder if the unit was compiled with -ffile-prefix-map.
void Reader::placeUnit(llvm::DWARFUnit &unit, llvm::DWARFDie root,
                       CompilationUnit &described) {
  llvm::StringRef directory;
  if (const char *known = unit.getCompilationDir())
    directory = known;
  llvm::SmallString<256> file(toString(root.find(DW_AT_name), ""));
  llvm::sys::fs::make_absolute(directory, file);
  llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  auto absolute = [](std::string path) {
    llvm::SmallString<256> whole(path);
    llvm::sys::fs::make_absolute(whole);
    return whole.str().str();
  };
  described.directory = absolute(sources.mapped(directory));
  described.mainFile = absolute(sources.find(file));
}

llvm::Error Reader::readUnits() {
  dwarf = elf.openDwarf();
  bool hasForeignLanguage = false;
  for (const auto &unit : dwarf->compile_units()) {
    llvm::DWARFDie root = unit->getNonSkeletonUnitDIE(false);
    if (!root || !missingFile(*unit).empty())
      continue;
    uint64_t language = toUnsigned(root.find(DW_AT_language), 0);
    if (!isC(language) && !isCxx(language)) {
      hasForeignLanguage = true;
      continue;
    }
    CompilationUnit described;
    described.isCxx = isCxx(language);
    described.standard = standardOf(language);
    described.producer = toString(root.find(DW_AT_producer), "");
    placeUnit(*unit, root, described);
    info.units.push_back(std::move(described));
    readFunctions(*unit, *root.getDwarfUnit(), info.units.size() - 1);
  }
  if (!info.functions.empty())
    return llvm::Error::success();
  return refuse(hasForeignLanguage);
}

/// Returns an error that says why the debug information names no functions, and
/// what the user can do.
llvm::Error Reader::refuse(bool hasForeignLanguage) const {
  for (const auto &unit : dwarf->compile_units())
    if (std::string missing = missingFile(*unit); !missing.empty())
      return elf.fail("its debug information is in other files "
                      "(-gsplit-dwarf), and '" +
                      missing +
                      "' can't be read or is of another build; put it there, "
                      "or build without -gsplit-dwarf");
  if (hasForeignLanguage)
    return elf.fail("holds no C or C++ code with debug information; only C and "
                    "C++ programs can be used");
  if (!info.units.empty())
    return elf.fail("its debug information has lines but no functions (-g1 or "
                    "-gline-tables-only); build it with -g -O0");
  return elf.fail(info.hasSymbolTable
                      ? "has no debug information; build it with -g -O0"
                      : "is stripped; use the file as the linker left it, "
                        "built with -g -O0");
}

/// Lists, for each compilation unit, the lines of the user's files that have
/// machine code.
void collectCodeLines(DebugInfo &info) {
  for (const DebugFunction &function : info.functions)
    for (const LineRow &row : function.rows)
      if (row.line != 0 && !isSystemFile(info.files[row.file]))
        info.units[function.unit].codeLines[info.files[row.file]].insert(
            row.line);
}

llvm::Error Reader::read() {
  if (llvm::Error error = readCode(elf, info))
    return error;
  if (llvm::Error error = readUnits())
    return error;
  std::ranges::sort(info.functions, {}, &DebugFunction::low);
  // The linker may fold functions with the same code into one. The debug
  // information then lists several functions at the same addresses. Only one of
  // these functions is kept.
  dropOverlaps(info.functions);
  for (DebugFunction &function : info.functions)
    if (auto pads = info.landingPads.find(function.low);
        pads != info.landingPads.end())
      function.landingPads = pads->second;
  collectCodeLines(info);
  return llvm::Error::success();
}

llvm::Expected<DebugInfo> readAll(const ElfFile &file, SourceFinder &sources) {
  DebugInfo info;
  if (llvm::Error error = Reader(file, sources, info).read())
    return error;
  return info;
}

} // namespace

llvm::Expected<DebugInfo> readDebugInfo(const std::string &path) {
  SourceFinder inPlace;
  return readDebugInfo(path, inPlace);
}

llvm::Expected<DebugInfo> readDebugInfo(const std::string &path,
                                        SourceFinder &sources) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  if (llvm::Error error = tryToRead(*file))
    return error;
  return readAll(*file, sources);
}

llvm::Expected<DebugInfo> readDebugInfoAgain(const std::string &path) {
  SourceFinder inPlace;
  return readDebugInfoAgain(path, inPlace);
}

llvm::Expected<DebugInfo> readDebugInfoAgain(const std::string &path,
                                             SourceFinder &sources) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  return readAll(*file, sources);
}

} // namespace pinstripe
