// Finds the addresses of the names that a recompiled object file uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/NameResolver.h"
#include "Runtime/Layout.h"
#include "pinstripe/Program/RecompiledCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

void NameResolver::announce(llvm::StringRef symbol) {
  if (auto found = unit.findStaticLocals(symbol)) {
    std::vector<unsigned> &its = numbers[found->key];
    its.insert(llvm::upper_bound(its, found->number), found->number);
  }
}

/// Resolves the name of a static local variable. If a function has several
/// static variables of the same name, those of the recompiled object file and
/// those of the program are matched in the order of the source. The match is
/// right only if neither compiler has left out a variable.
Meaning NameResolver::staticLocal(llvm::StringRef name,
                                  bool isThreadLocal) const {
  auto found = unit.findStaticLocals(name);
  if (!found)
    return {};
  auto its = numbers.find(found->key);
  size_t count = its == numbers.end() ? 1 : its->second.size();
  bool isComplete = llvm::all_of(
      found->places, [](const auto &place) { return place.has_value(); });
  if (count != found->places.size() || (!isComplete && count > 1))
    return {.address = {},
            .problem = "it has several static variables called '" +
                       name.split('.').second.split('.').first.str() +
                       "', which can't be told apart"};
  size_t index =
      count == 1
          ? 0
          : static_cast<size_t>(llvm::lower_bound(its->second, found->number) -
                                its->second.begin());
  const auto &place = found->places[index];
  if (!place || place->isThreadLocal != isThreadLocal)
    return {};
  return {place->address + (isThreadLocal ? 0 : module.bias), {}};
}

/// Returns the name of a variable with internal linkage in C++, as in
/// `_ZL7counter`; empty for all other names.
static llvm::StringRef internalName(llvm::StringRef linkageName) {
  size_t length = 0;
  if (!linkageName.consume_front("_ZL") ||
      linkageName.consumeInteger(10, length) || linkageName.size() != length)
    return "";
  return linkageName;
}

/// Returns whether the compiler has made up the name, which then contains a
/// number. The same made-up name can stand for different functions in the
/// program and in the recompiled object file.
static bool isNumbered(llvm::StringRef name) {
  return name.starts_with("__cxx_global_var_init") ||
         name.starts_with("__cxx_global_array_dtor") ||
         name.starts_with("_GLOBAL__");
}

Meaning NameResolver::ofModule(llvm::StringRef name, Linkage linkage) const {
  if (linkage == Linkage::External && !isProgram &&
      module.symbols->findExported(name))
    // Several modules can define the same name. All of them then use the same
    // definition, which can be in another module than this one. The loader has
    // stored the address of the definition in a word of this module.
    if (auto address = process.slotOf(module, name))
      return {address, {}};
  if (auto function = unit.findFunction(name); function && !isNumbered(name))
    return {*function + module.bias, {}};
  for (llvm::StringRef each : {name, internalName(name)})
    if (auto variable = unit.findVariable(each);
        variable && !variable->isThreadLocal && !each.empty())
      return {variable->address + module.bias, {}};
  Meaning local = staticLocal(name, /*isThreadLocal=*/false);
  if (local.address || !local.problem.empty())
    return local;
  const ModuleSymbols &symbols = *module.symbols;
  std::optional<ModuleSymbol> symbol;
  if (linkage == Linkage::External) {
    symbol = symbols.findGlobal(name);
    if (!symbol)
      symbol = symbols.findHidden(name);
  }
  if (!symbol && name.starts_with("_Z")) {
    // The object file may use a static function of the program without having
    // its body. The name of the function is then external in the object file,
    // but internal in the program, so it is looked up among the program's
    // internal symbols. The debug information can't tell the address, since gcc
    // gives no linkage name to such a function.
    //
    // Only names that begin with `_Z` are looked up here. The compiler may have
    // made up any other name, which then has another meaning in each object
    // file.
    symbol = symbols.findInternal(name, file);
  }
  if (!symbol)
    return {};
  auto address = process.addressOf(module, *symbol);
  if (address)
    return {address, {}};
  return {.address = {},
          .problem = "the program chooses one of several functions called '" +
                     name.str() + "' when it starts"};
}

Meaning NameResolver::ofDefined(llvm::StringRef name, Linkage linkage) const {
  Meaning meaning = ofModule(name, linkage);
  if (meaning.address || !meaning.problem.empty())
    return meaning;
  // gcc does not add the ABI tag `B5cxx11` to names with internal linkage, nor
  // to static variables of functions. So such a name is looked up again without
  // the tag.
  constexpr llvm::StringLiteral tag = "B5cxx11";
  bool isTagged = linkage == Linkage::External && !name.starts_with("_ZZ") &&
                  !name.starts_with("_ZGVZ");
  std::string untagged = name.str();
  for (size_t place = 0;
       !isTagged && (place = untagged.find(tag)) != std::string::npos;)
    untagged.erase(place, tag.size());
  return untagged == name ? Meaning() : ofModule(untagged, linkage);
}

Meaning NameResolver::ofLibraries(llvm::StringRef name) const {
  return {process.findExported(name), {}};
}

/// If the complete constructor (C1) of a class is equal to its base constructor
/// (C2), clang makes only the base constructor. The same is true of destructors
/// (D1 and D2). So this function takes the name of a complete constructor and
/// resolves the name of the base constructor.
Meaning NameResolver::ofConstructor(llvm::StringRef name) const {
  if (!name.starts_with("_Z"))
    return {};
  for (llvm::StringRef kind : {"C1", "D1"})
    for (size_t place = name.rfind(kind); place != llvm::StringRef::npos;
         place = name.substr(0, place).rfind(kind)) {
      llvm::StringRef rest = name.substr(place + 2);
      if (!rest.starts_with("E") && !rest.starts_with("I"))
        continue;
      std::string other = name.str();
      other[place + 1] = '2';
      Meaning meaning = ofDefined(other, Linkage::External);
      if (!meaning.address)
        meaning = ofLibraries(other);
      if (meaning.address)
        return meaning;
    }
  return {};
}

Meaning NameResolver::ofUsed(llvm::StringRef name) const {
  if (name == mutationVariable)
    return {native::mutationStateAddress +
                offsetof(native::MutationState, number),
            {}};
  Meaning meaning = ofDefined(name, Linkage::External);
  if (meaning.address || !meaning.problem.empty())
    return meaning;
  if (auto address = process.slotOf(module, name))
    return {address, {}};
  for (auto find : {&NameResolver::ofLibraries, &NameResolver::ofConstructor}) {
    meaning = (this->*find)(name);
    if (meaning.address)
      return meaning;
  }
  return {};
}

std::optional<int64_t> NameResolver::threadLocal(llvm::StringRef name) const {
  if (!isProgram)
    return std::nullopt;
  if (auto variable = unit.findVariable(name);
      variable && variable->isThreadLocal)
    return module.symbols->fromThreadPointer(variable->address);
  if (Meaning local = staticLocal(name, /*isThreadLocal=*/true); local.address)
    return module.symbols->fromThreadPointer(*local.address);
  return module.symbols->findThreadLocal(name);
}
