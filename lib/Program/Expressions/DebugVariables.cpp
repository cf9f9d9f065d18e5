// Finds variables by name in the debug information, for use in expressions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/DebugVariables.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"

using namespace llvm::dwarf;

namespace pinstripe {

namespace {

/// The number that DWARF has for the register rbp.
constexpr uint64_t framePointer = 6;
/// The distance in bytes from rbp up to the CFA (DWARF's canonical frame
/// address) in a function with a standard frame.
constexpr uint64_t frameAddressOffset = 16;

std::string declaredName(llvm::DWARFDie die) {
  return toString(die.findRecursively({DW_AT_name}), "");
}

bool isVariable(llvm::DWARFDie die) {
  return die.getTag() == DW_TAG_variable ||
         die.getTag() == DW_TAG_formal_parameter;
}

bool hasPlace(llvm::DWARFDie die) {
  return die.find(DW_AT_location).has_value();
}

/// Returns the name of a variable or type in full, such as `ns::Class::name`.
std::string qualifiedNameOf(llvm::DWARFDie die) {
  std::string name = declaredName(die);
  if (llvm::DWARFDie declared =
          die.getAttributeValueAsReferencedDie(DW_AT_specification))
    die = declared;
  for (llvm::DWARFDie scope = die.getParent(); scope;
       scope = scope.getParent()) {
    bool isNamed = scope.getTag() == DW_TAG_namespace ||
                   scope.getTag() == DW_TAG_class_type ||
                   scope.getTag() == DW_TAG_structure_type;
    std::string outer = isNamed ? declaredName(scope) : "";
    if (!outer.empty())
      name = outer + "::" + name;
  }
  return name;
}

llvm::Error unknownPlace(const llvm::Twine &why) {
  return llvm::make_error<UsageError>(why);
}

} // namespace

llvm::Expected<std::unique_ptr<ModuleVariables>>
ModuleVariables::open(const std::string &path, uint64_t base) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  std::unique_ptr<ModuleVariables> result(
      new ModuleVariables(std::move(*file), base));
  result->dwarf = result->elf.openDwarf();
  return result;
}

std::vector<llvm::DWARFDie> ModuleVariables::scopesAt(uint64_t address) {
  std::vector<llvm::DWARFDie> scopes;
  llvm::DWARFDie function =
      dwarf->getDIEsForAddress(address, /*CheckDWO=*/true).FunctionDIE;
  for (llvm::DWARFDie scope = function; scope;) {
    scopes.push_back(scope);
    llvm::DWARFDie inner;
    for (llvm::DWARFDie child : scope.children())
      if (child.getTag() == DW_TAG_lexical_block &&
          child.addressRangeContainsAddress(address))
        inner = child;
    scope = inner;
  }
  std::reverse(scopes.begin(), scopes.end());
  return scopes;
}

llvm::DWARFDie findVariable(llvm::DWARFDie scope, llvm::StringRef name) {
  for (llvm::DWARFDie child : scope.children())
    if (isVariable(child) && declaredName(child) == name &&
        // A declaration in a block, such as `extern int x;`, is skipped, since
        // it does not tell where the variable is.
        !child.find(DW_AT_declaration))
      return child;
  return {};
}

std::vector<std::string> parameterNames(llvm::DWARFDie function) {
  std::vector<std::string> names;
  for (llvm::DWARFDie child : function.children())
    if (child.getTag() == DW_TAG_formal_parameter &&
        !child.findRecursively({DW_AT_artificial}))
      names.push_back(declaredName(child));
  return names;
}

void addVariableNames(llvm::DWARFDie scope, std::set<std::string> &names) {
  for (llvm::DWARFDie child : scope.children())
    if (isVariable(child))
      if (std::string name = declaredName(child); !name.empty())
        names.insert(name);
}

void ModuleVariables::readGlobals(llvm::DWARFDie scope, unsigned depth) {
  // Largest depth of nested namespaces and classes. In damaged debug
  // information a scope may contain itself.
  constexpr unsigned maxDepth = 64;
  if (!scope || depth > maxDepth)
    return;
  for (llvm::DWARFDie child : scope.children()) {
    if (child.getTag() == DW_TAG_namespace) {
      readGlobals(child, depth + 1);
    } else if (child.getTag() == DW_TAG_variable && hasPlace(child)) {
      globals[declaredName(child)].push_back({qualifiedNameOf(child), child});
    } else if (DebugType{child}.isStructure() &&
               !child.find(DW_AT_declaration)) {
      structures.try_emplace(qualifiedNameOf(child), child);
      readGlobals(child, depth + 1);
    }
  }
}

void ModuleVariables::readGlobals() {
  if (std::exchange(globalsAreRead, true))
    return;
  for (const auto &unit : dwarf->compile_units())
    readGlobals(unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false), 0);
}

llvm::DWARFDie ModuleVariables::findGlobal(llvm::StringRef name,
                                           llvm::DWARFDie from) {
  readGlobals();
  llvm::StringRef last = name.substr(name.rfind(':') + 1);
  auto found = globals.find(last);
  if (found == globals.end())
    return {};
  std::string scope = from ? qualifiedNameOf(from) : "";
  auto rank = [&](const Global &global) -> int {
    llvm::StringRef whole = global.qualifiedName;
    if (whole != name && !whole.ends_with(("::" + name).str()))
      return -1;
    bool isOwnUnit = from && global.die.getDwarfUnit() == from.getDwarfUnit();
    llvm::StringRef folder = whole.drop_back(name.size());
    bool isOwnScope = llvm::StringRef(scope).starts_with(folder);
    return 2 * isOwnScope + isOwnUnit;
  };
  const Global *best = nullptr;
  for (const Global &global : found->second)
    if (rank(global) >= 0 && (!best || rank(global) > rank(*best)))
      best = &global;
  return best ? best->die : llvm::DWARFDie();
}

DebugType ModuleVariables::complete(const DebugType &type) {
  if (!type.isStructure() || !type.die.find(DW_AT_declaration))
    return type;
  readGlobals();
  auto found = structures.find(qualifiedNameOf(type.die));
  return found == structures.end() ? type : DebugType{found->second};
}

void ModuleVariables::addGlobalNames(std::set<std::string> &names) {
  readGlobals();
  for (const auto &each : globals)
    for (const Global &global : each.second)
      names.insert(global.qualifiedName);
}

static llvm::Expected<LocationStep> frameStep(uint64_t offset,
                                              llvm::DWARFDie function) {
  auto form = function ? function.find(DW_AT_frame_base) : std::nullopt;
  auto block = form ? form->getAsBlock() : std::nullopt;
  if (block && block->size() == 1 && (*block)[0] == DW_OP_reg0 + framePointer)
    return LocationStep{LocationStep::Kind::Frame, 8,
                        static_cast<int64_t>(offset)};
  if (block && block->size() == 1 && (*block)[0] == DW_OP_call_frame_cfa)
    return LocationStep{LocationStep::Kind::Frame, 8,
                        static_cast<int64_t>(offset + frameAddressOffset)};
  return unknownPlace("its function has no standard frame; build it with -O0");
}

llvm::Expected<std::vector<LocationStep>>
ModuleVariables::stepsOf(llvm::ArrayRef<uint8_t> bytes, llvm::DWARFDie function,
                         llvm::DWARFUnit &unit) const {
  using Kind = LocationStep::Kind;
  llvm::DataExtractor data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  llvm::DWARFExpression expression(data, 8, unit.getFormParams().Format);
  std::vector<LocationStep> steps;
  bool isThreadLocal = llvm::any_of(expression, [](const auto &operation) {
    return operation.getCode() == DW_OP_GNU_push_tls_address ||
           operation.getCode() == DW_OP_form_tls_address;
  });
  if (isThreadLocal)
    return unknownPlace("it is thread-local, which can't be watched; copy it "
                        "to another variable");
  for (const auto &operation : expression) {
    if (operation.isError())
      return unknownPlace("its place can't be read from the debug information");
    uint8_t code = operation.getCode();
    uint64_t number =
        operation.getDescription().Op.empty() ? 0 : operation.getRawOperand(0);
    if (code == DW_OP_addr) {
      steps.push_back({Kind::Address, 8, static_cast<int64_t>(base + number)});
    } else if (code == DW_OP_addrx || code == DW_OP_GNU_addr_index) {
      auto address = unit.getAddrOffsetSectionItem(number);
      if (!address)
        return unknownPlace("its address is missing in the debug information");
      steps.push_back(
          {Kind::Address, 8, static_cast<int64_t>(base + address->Address)});
    } else if (code == DW_OP_fbreg) {
      auto step = frameStep(number, function);
      if (!step)
        return step.takeError();
      steps.push_back(*step);
    } else if (code == DW_OP_breg0 + framePointer) {
      steps.push_back({Kind::Frame, 8, static_cast<int64_t>(number)});
    } else if (code == DW_OP_deref) {
      steps.push_back({Kind::Load, 8, 0});
    } else if (code == DW_OP_plus_uconst) {
      steps.push_back({Kind::Add, 8, static_cast<int64_t>(number)});
    } else if (code >= DW_OP_reg0 && code <= DW_OP_reg31) {
      return unknownPlace("it lives in a register, which can't be watched; "
                          "leave out `register` in its declaration");
    } else {
      return unknownPlace("it has no fixed place; build the program with -O0");
    }
  }
  if (steps.empty())
    return unknownPlace("it was optimised out; build the program with -O0");
  return steps;
}

llvm::Expected<std::vector<LocationStep>>
ModuleVariables::locate(llvm::DWARFDie variable, llvm::DWARFDie function,
                        uint64_t address) {
  if (variable.find(DW_AT_const_value))
    return unknownPlace("it is a constant without a place in memory");
  if (!hasPlace(variable))
    return unknownPlace("it was optimised out; build the program with -O0");
  auto places = llvm::expectedToOptional(variable.getLocations(DW_AT_location));
  if (!places)
    return unknownPlace("its place can't be read from the debug information");
  for (const llvm::DWARFLocationExpression &place : *places)
    if (!place.Range ||
        (place.Range->LowPC <= address && address < place.Range->HighPC))
      return stepsOf(place.Expr, function, *variable.getDwarfUnit());
  return unknownPlace("it has no place here; choose a line after its "
                      "declaration");
}

} // namespace pinstripe
