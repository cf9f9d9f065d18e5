// Holds the addresses of the variables and functions of one compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/UnitSymbols.h"
#include "Linking/ModuleSymbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace dwarf = llvm::dwarf;
using llvm::DWARFDie;

// Sources

/// Returns the absolute path of a unit's main source, without symbolic links if
/// the file exists.
static std::string sourceOf(llvm::DWARFUnit &unit) {
  DWARFDie root = unit.getUnitDIE(/*ExtractUnitDIEOnly=*/true);
  const char *name = root.getShortName();
  if (!name) {
    root = unit.getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/true);
    name = root.getShortName();
  }
  if (!name)
    return "";
  llvm::SmallString<256> path(name), real;
  if (const char *folder = unit.getCompilationDir())
    llvm::sys::fs::make_absolute(folder, path);
  if (!llvm::sys::fs::real_path(path, real))
    return real.str().str();
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

ModuleUnits::ModuleUnits(const ModuleSymbols &module) {
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  dwarf = llvm::DWARFContext::create(
      module.file(), llvm::DWARFContext::ProcessDebugRelocations::Ignore,
      nullptr, "", ignore, ignore);
  for (const auto &unit : dwarf->compile_units())
    sources.push_back({sourceOf(*unit), unit.get()});
}

/// Returns the only compilation unit whose source satisfies `isWanted`; null if
/// no unit or several units do so. A source that was compiled twice has two
/// units.
llvm::DWARFUnit *ModuleUnits::onlyUnit(
    llvm::function_ref<bool(llvm::StringRef)> isWanted) const {
  llvm::DWARFUnit *found = nullptr;
  for (const auto &[path, unit] : sources) {
    if (!isWanted(path))
      continue;
    if (found)
      return nullptr;
    found = unit;
  }
  return found;
}

llvm::DWARFUnit *ModuleUnits::unitOf(llvm::StringRef source) const {
  auto isSame = [&](llvm::StringRef path) { return path == source; };
  // The source may have been moved since it was compiled. Its file name then
  // identifies the compilation unit, provided that only one unit has a source
  // of this name.
  auto hasSameName = [&](llvm::StringRef path) {
    return llvm::sys::path::filename(path) == llvm::sys::path::filename(source);
  };
  if (llvm::any_of(sources,
                   [&](const auto &each) { return isSame(each.first); }))
    return onlyUnit(isSame);
  return onlyUnit(hasSameName);
}

// Places

static std::optional<VariablePlace> placeOf(DWARFDie die) {
  auto attribute = die.findRecursively({dwarf::DW_AT_location});
  auto block = attribute ? attribute->getAsBlock() : std::nullopt;
  if (!block || block->empty())
    return std::nullopt;
  llvm::DataExtractor data(llvm::toStringRef(*block), /*IsLittleEndian=*/true,
                           /*AddressSize=*/8);
  uint64_t offset = 0;
  VariablePlace place;
  uint8_t operation = data.getU8(&offset);
  switch (operation) {
  case dwarf::DW_OP_addr:
  case dwarf::DW_OP_const8u:
    place.address = data.getU64(&offset);
    break;
  case dwarf::DW_OP_const4u:
    place.address = data.getU32(&offset);
    break;
  case dwarf::DW_OP_addrx:
  case dwarf::DW_OP_constx: {
    auto item =
        die.getDwarfUnit()->getAddrOffsetSectionItem(data.getULEB128(&offset));
    if (!item)
      return std::nullopt;
    place.address = item->Address;
    break;
  }
  default:
    return std::nullopt;
  }
  if (offset == block->size())
    // The location consists of a single operation. Only DW_OP_addr and
    // DW_OP_addrx are complete alone: their operand is the address of an
    // ordinary variable. The operand of any other operation is the offset of a
    // thread-local variable, and is useless without a second operation.
    return operation == dwarf::DW_OP_addr || operation == dwarf::DW_OP_addrx
               ? std::optional(place)
               : std::nullopt;
  uint8_t next = data.getU8(&offset);
  place.isThreadLocal = next == dwarf::DW_OP_form_tls_address ||
                        next == dwarf::DW_OP_GNU_push_tls_address;
  return place.isThreadLocal && offset == block->size() ? std::optional(place)
                                                        : std::nullopt;
}

static std::optional<uint64_t> beginOf(DWARFDie function) {
  auto low = function.find(dwarf::DW_AT_low_pc);
  auto address = low ? low->getAsSectionedAddress() : std::nullopt;
  if (!address || address->Address == 0)
    return std::nullopt;
  return address->Address;
}

static const char *linkageNameOf(DWARFDie die) {
  const char *name = die.getLinkageName();
  return name ? name : die.getShortName();
}

// The unit

namespace pinstripe {

class UnitReader {
public:
  explicit UnitReader(UnitSymbols &symbols) : symbols(symbols) {}

  void readScope(DWARFDie scope) {
    for (DWARFDie child : scope.children())
      switch (child.getTag()) {
      case dwarf::DW_TAG_namespace:
      case dwarf::DW_TAG_class_type:
      case dwarf::DW_TAG_structure_type:
      case dwarf::DW_TAG_union_type:
        readScope(child);
        break;
      case dwarf::DW_TAG_variable:
        readVariable(child);
        break;
      case dwarf::DW_TAG_subprogram:
        readFunction(child);
        break;
      default:
        break;
      }
  }

private:
  void readVariable(DWARFDie variable) {
    auto place = placeOf(variable);
    const char *name = linkageNameOf(variable);
    if (place && name)
      symbols.variables.try_emplace(name, *place);
  }

  void readFunction(DWARFDie function) {
    auto address = beginOf(function);
    const char *name = linkageNameOf(function);
    if (!address || !name)
      return;
    symbols.functions.try_emplace(name, *address);
    readLocals(function, name);
  }

  void readLocals(DWARFDie scope, llvm::StringRef function) {
    for (DWARFDie child : scope.children()) {
      if (child.getTag() == dwarf::DW_TAG_lexical_block ||
          child.getTag() == dwarf::DW_TAG_inlined_subroutine)
        readLocals(child, function);
      // A class inside a function can have member functions of its own, so the
      // class is read like one outside of functions.
      else if (child.getTag() == dwarf::DW_TAG_class_type ||
               child.getTag() == dwarf::DW_TAG_structure_type)
        readScope(child);
      else if (child.getTag() == dwarf::DW_TAG_variable)
        readLocal(child, function);
    }
  }

  void readLocal(DWARFDie variable, llvm::StringRef function) {
    const char *name = variable.getShortName();
    auto place = placeOf(variable);
    // If the debug information gives no location for a static variable, the
    // compiler has perhaps left out the variable.
    bool isLeftOut = !variable.findRecursively({dwarf::DW_AT_location}) &&
                     !variable.findRecursively({dwarf::DW_AT_declaration}) &&
                     !variable.findRecursively({dwarf::DW_AT_const_value}) &&
                     !variable.findRecursively({dwarf::DW_AT_external});
    if (!name || (!place && !isLeftOut))
      return;
    symbols.staticLocals[(function + "." + name).str()].push_back(place);
    if (const char *linkage = variable.getLinkageName(); linkage && place)
      symbols.variables.try_emplace(linkage, *place);
  }

  UnitSymbols &symbols;
};

} // namespace pinstripe

const UnitSymbols *ModuleUnits::find(const std::string &source) {
  auto [place, isNew] = known.try_emplace(source);
  if (!isNew)
    return place->second.get();
  llvm::DWARFUnit *unit = unitOf(source);
  if (!unit)
    return nullptr;
  place->second = std::make_unique<UnitSymbols>();
  UnitReader(*place->second)
      .readScope(unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false));
  return place->second.get();
}

template <typename T>
static std::optional<T> findIn(const llvm::StringMap<T> &map,
                               llvm::StringRef name) {
  auto found = map.find(name);
  if (found == map.end())
    return std::nullopt;
  return found->second;
}

std::optional<uint64_t>
UnitSymbols::findFunction(llvm::StringRef linkageName) const {
  return findIn(functions, linkageName);
}

std::optional<VariablePlace>
UnitSymbols::findVariable(llvm::StringRef linkageName) const {
  return findIn(variables, linkageName);
}

std::optional<UnitSymbols::StaticLocals>
UnitSymbols::findStaticLocals(llvm::StringRef symbol) const {
  if (auto places = findIn(staticLocals, symbol))
    return StaticLocals{std::move(*places), 0, symbol.str()};
  auto [key, number] = symbol.rsplit('.');
  StaticLocals found;
  if (number.getAsInteger(10, found.number))
    return std::nullopt;
  auto places = findIn(staticLocals, key);
  if (!places)
    return std::nullopt;
  found.places = std::move(*places);
  found.key = key.str();
  return found;
}
