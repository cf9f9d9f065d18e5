// Compiles C expressions into steps that find their values in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/ExpressionCompiler.h"
#include "Expressions/DebugVariables.h"
#include "Expressions/Expression.h"
#include "Expressions/LibraryTypes.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

namespace pinstripe {

/// The debug information of all modules, each opened when it is first needed.
class ExpressionCompiler::Modules {
public:
  explicit Modules(const UnitTable &table)
      : table(table), opened(table.modules.size()) {}

  size_t size() const { return opened.size(); }
  llvm::Expected<ModuleVariables *> open(size_t index) {
    if (!opened[index]) {
      const TracedModule &module = table.modules[index];
      if (llvm::Error error = ModuleVariables::open(module.path, module.base)
                                  .moveInto(opened[index]))
        return error;
    }
    return opened[index].get();
  }

private:
  const UnitTable &table;
  std::vector<std::unique_ptr<ModuleVariables>> opened;
};

namespace {

using StepKind = LocationStep::Kind;
using Steps = std::vector<LocationStep>;

/// A part of an expression, compiled to steps. If `isPlace` is true, the steps
/// compute the address of an object; otherwise they compute a value. `type` is
/// the type of this object or value. There is one exception: for `&x`, `type`
/// is the type of x.
struct Part {
  Steps steps;
  DebugType type;
  bool isPlace = true;
};

/// Returns true for sizes that one step can load from memory: 1, 2, 4 or 8
/// bytes.
bool isWord(std::optional<uint64_t> size) {
  return size && llvm::is_contained({1, 2, 4, 8}, *size);
}

llvm::Error problem(const llvm::Twine &text) {
  return llvm::make_error<UsageError>(text);
}

/// Returns a hint for an error message about the unknown name `word`, such as
/// "near: sum, sums". The hint lists names that resemble `word` or, if there
/// are none, some of all known names.
std::string describeNames(llvm::StringRef word,
                          const std::set<std::string> &names) {
  constexpr size_t maxListed = 8;
  NearNames near;
  for (const std::string &name : names) {
    unsigned distance = word.edit_distance_insensitive(name);
    if (distance <= std::max<size_t>(1, word.size() / 2))
      near.insert({distance, name});
  }
  if (!near.empty())
    return describeNearest(near);
  std::vector<std::string> first(names.begin(), names.end());
  bool isCut = first.size() > maxListed;
  first.resize(std::min(first.size(), maxListed));
  if (first.empty())
    return "there are none";
  return "there are " + llvm::join(first, ", ") + (isCut ? ", ..." : "");
}

/// Compiles one expression for use at one address of the code. The address
/// decides which variables are visible.
class Compilation {
public:
  Compilation(ModuleVariables &module, std::vector<ModuleVariables *> others,
              uint64_t address)
      : module(module), others(std::move(others)), address(address),
        scopes(module.scopesAt(address)) {}

  llvm::Expected<CompiledExpression> compile(const Expression &expression);

private:
  llvm::Expected<Part> visit(const Expression &expression);
  llvm::Expected<Part> visitName(const Expression &expression);
  llvm::Expected<Part> visitMember(const Expression &expression);
  llvm::Expected<Part> visitElement(const Expression &expression);
  llvm::Expected<Part> visitDereference(const Expression &expression);
  llvm::Expected<Part> visitAddress(const Expression &expression);
  llvm::Expected<Part> place(llvm::DWARFDie variable, ModuleVariables &owner,
                             llvm::StringRef name);
  llvm::Expected<Part> findThroughThis(llvm::StringRef name);
  llvm::Expected<Part> member(Part structure, llvm::StringRef name);
  /// These functions access an object whose class is in the C++ library, such
  /// as a std::vector or a smart pointer. elementsOf() returns `object[0]`, and
  /// targetOf() returns `*object`. Both return nullopt if the class has no such
  /// operator.
  std::optional<Part> elementsOf(const Part &object);
  std::optional<Part> targetOf(const Part &object);
  static Part accessed(const Part &object, const LibraryAccess &access);
  llvm::Expected<CompiledExpression> finish(Part part);
  llvm::Error noSuchVariable(llvm::StringRef name);
  llvm::DWARFDie function() const {
    return scopes.empty() ? llvm::DWARFDie() : scopes.back();
  }
  /// Adds the step that loads the value of an object from the object's address.
  /// No step is added for an array, because its value is the address of its
  /// first element.
  static Part valueOf(Part part);
  /// Returns the object to which `pointer` points. If `pointer` is an array,
  /// returns the first element of the array.
  Part pointedBy(Part pointer);

  ModuleVariables &module;
  std::vector<ModuleVariables *> others;
  /// The address of the instruction at which the expression is evaluated. It is
  /// an address in the module's file, so it does not depend on where the module
  /// is loaded.
  uint64_t address;
  std::vector<llvm::DWARFDie> scopes;
  std::function<DebugType(const DebugType &)> complete =
      [this](const DebugType &type) { return module.complete(type); };
};

Part Compilation::valueOf(Part part) {
  if (!part.isPlace || part.type.isArray())
    return part;
  bool isSigned = part.type.isInteger() && part.type.isSigned();
  auto size = static_cast<uint8_t>(part.type.size().value_or(8));
  part.steps.push_back(
      {isSigned ? StepKind::LoadSigned : StepKind::Load, size, 0});
  part.isPlace = false;
  return part;
}

Part Compilation::pointedBy(Part pointer) {
  Part value = valueOf(std::move(pointer));
  return {std::move(value.steps), module.complete(value.type.target())};
}

llvm::Expected<Part> Compilation::place(llvm::DWARFDie variable,
                                        ModuleVariables &owner,
                                        llvm::StringRef name) {
  auto steps = owner.locate(variable, function(), address);
  if (!steps)
    return handleErrors(steps.takeError(), [&](const UsageError &error) {
      return problem("'" + name + "': " + error.message);
    });
  Part part{std::move(*steps), typeOf(variable)};
  if (part.type.isReference()) {
    part.steps.push_back({StepKind::Load, 8, 0});
    part.type = part.type.target();
  }
  return part;
}

llvm::Error Compilation::noSuchVariable(llvm::StringRef name) {
  std::set<std::string> names;
  for (llvm::DWARFDie scope : scopes)
    addVariableNames(scope, names);
  std::string near = describeNames(name, names);
  if (!llvm::StringRef(near).starts_with("near")) {
    std::set<std::string> all = names;
    module.addGlobalNames(all);
    std::string global = describeNames(name, all);
    if (llvm::StringRef(global).starts_with("near") || names.empty())
      near = global;
  }
  return problem("no variable '" + name + "' is known there; " + near);
}

/// Finds a member of the object whose method is being executed (`this`).
llvm::Expected<Part> Compilation::findThroughThis(llvm::StringRef name) {
  llvm::DWARFDie variable = findVariable(function(), "this");
  if (!variable)
    return Part();
  DebugType object = module.complete(typeOf(variable).target());
  if (!findMember(object, name))
    return Part();
  auto pointer = place(variable, module, "this");
  if (!pointer)
    return pointer.takeError();
  Part structure = valueOf(std::move(*pointer));
  structure.type = object;
  structure.isPlace = true;
  return member(std::move(structure), name);
}

llvm::Expected<Part> Compilation::visitName(const Expression &expression) {
  llvm::StringRef name = expression.text;
  for (llvm::DWARFDie scope : scopes)
    if (llvm::DWARFDie variable = findVariable(scope, name))
      return place(variable, module, name);
  if (function()) {
    auto found = findThroughThis(name);
    if (!found || !found->steps.empty())
      return found;
  }
  if (llvm::DWARFDie variable = module.findGlobal(name, function()))
    return place(variable, module, name);
  for (ModuleVariables *other : others)
    if (llvm::DWARFDie variable = other->findGlobal(name, llvm::DWARFDie()))
      return place(variable, *other, name);
  return noSuchVariable(name);
}

llvm::Expected<Part> Compilation::member(Part structure, llvm::StringRef name) {
  auto found = findMember(structure.type, name);
  if (!found) {
    std::set<std::string> names;
    forEachMember(structure.type,
                  [&](llvm::StringRef each, const DebugMember &) {
                    names.insert(each.str());
                  });
    return problem("'" + structure.type.name() + "' has no member '" + name +
                   "'; " + describeNames(name, names));
  }
  if (found->isBitField)
    return problem("'" + name +
                   "' is a bit-field, which can't be watched; "
                   "watch the structure");
  if (found->offset != 0)
    structure.steps.push_back(
        {StepKind::Add, 8, static_cast<int64_t>(found->offset)});
  Part result{std::move(structure.steps), found->type};
  if (result.type.isReference()) {
    result.steps.push_back({StepKind::Load, 8, 0});
    result.type = result.type.target();
  }
  return result;
}

Part Compilation::accessed(const Part &object, const LibraryAccess &access) {
  Part result{object.steps, access.element};
  auto add = [&](uint32_t offset) {
    if (offset != 0)
      result.steps.push_back({StepKind::Add, 8, offset});
  };
  add(access.offset);
  if (access.isPointer)
    result.steps.push_back({StepKind::Load, 8, 0});
  add(access.value);
  return result;
}

std::optional<Part> Compilation::elementsOf(const Part &object) {
  auto access =
      object.isPlace ? findElements(object.type, complete) : std::nullopt;
  return access ? std::optional(accessed(object, *access)) : std::nullopt;
}

std::optional<Part> Compilation::targetOf(const Part &object) {
  auto access =
      object.isPlace ? findTarget(object.type, complete) : std::nullopt;
  return access ? std::optional(accessed(object, *access)) : std::nullopt;
}

llvm::Expected<Part> Compilation::visitMember(const Expression &expression) {
  auto part = visit(*expression.inner);
  if (!part)
    return part;
  if (expression.kind == Expression::Kind::Arrow && part->isPlace) {
    part->type = module.complete(part->type);
    if (auto target = targetOf(*part))
      *part = std::move(*target);
    else if (!part->type.isPointer())
      return problem("'" + part->type.name() +
                     "' is not a pointer to a structure; write `.` for `->`");
    else
      *part = pointedBy(std::move(*part));
  }
  part->type = module.complete(part->type);
  if (!part->type.isStructure())
    return problem("'" + part->type.name() + "' is not a structure" +
                   (part->type.isPointer() ? "; write `->` for `.`" : ""));
  return member(std::move(*part), expression.text);
}

llvm::Expected<Part> Compilation::visitElement(const Expression &expression) {
  auto base = visit(*expression.inner);
  if (!base)
    return base;
  base->type = module.complete(base->type);
  auto elements = elementsOf(*base);
  bool isIndexable =
      elements ||
      (base->isPlace && (base->type.isPointer() || base->type.isArray()));
  DebugType element = elements      ? elements->type
                      : isIndexable ? module.complete(base->type.target())
                                    : DebugType();
  auto size = element.die ? element.size() : std::nullopt;
  if (!isIndexable || !size)
    return problem("'" + base->type.name() +
                   "' can't be indexed; only arrays and pointers can");
  Part result = elements ? std::move(*elements) : valueOf(std::move(*base));
  if (expression.index) {
    auto index = visit(*expression.index);
    if (!index)
      return index;
    if (!index->type.isInteger() || !index->isPlace ||
        !isWord(index->type.size()))
      return problem("an index must be an integer variable or a number");
    llvm::append_range(result.steps, valueOf(std::move(*index)).steps);
    result.steps.push_back(
        {StepKind::AddScaled, 8, static_cast<int64_t>(*size)});
  }
  int64_t offset = 0;
  if (llvm::MulOverflow(expression.number, static_cast<int64_t>(*size), offset))
    return problem("the index is too large");
  if (offset != 0)
    result.steps.push_back({StepKind::Add, 8, offset});
  return Part{std::move(result.steps), element};
}

llvm::Expected<Part>
Compilation::visitDereference(const Expression &expression) {
  auto part = visit(*expression.inner);
  if (!part)
    return part;
  if (!part->isPlace)
    return Part{std::move(part->steps), part->type};
  part->type = module.complete(part->type);
  if (auto target = targetOf(*part))
    return std::move(*target);
  if (!part->type.isPointer() && !part->type.isArray())
    return problem("'" + part->type.name() +
                   "' is not a pointer; leave out the `*`");
  return pointedBy(std::move(*part));
}

llvm::Expected<Part> Compilation::visitAddress(const Expression &expression) {
  auto part = visit(*expression.inner);
  if (!part)
    return part;
  if (!part->isPlace)
    return problem("only a variable or a part of one has an address");
  part->isPlace = false;
  return part;
}

llvm::Expected<Part> Compilation::visit(const Expression &expression) {
  switch (expression.kind) {
  case Expression::Kind::Name:
    return visitName(expression);
  case Expression::Kind::Member:
  case Expression::Kind::Arrow:
    return visitMember(expression);
  case Expression::Kind::Element:
    return visitElement(expression);
  case Expression::Kind::Dereference:
    return visitDereference(expression);
  case Expression::Kind::AddressOf:
    return visitAddress(expression);
  }
  llvm_unreachable("not a kind");
}

std::shared_ptr<const ValueType> textType() {
  auto type = std::make_shared<ValueType>();
  type->kind = ValueType::Kind::Text;
  return type;
}

/// Returns the largest number of words that `steps` ever have on their stack.
/// The size of this stack is limited.
size_t depthOf(const Steps &steps) {
  size_t depth = 0, most = 0;
  for (const LocationStep &step : steps) {
    bool isPush = step.kind == StepKind::Frame ||
                  step.kind == StepKind::Address || step.kind == StepKind::Push;
    depth = depth + isPush - (step.kind == StepKind::AddScaled);
    most = std::max(most, depth);
  }
  return most;
}

llvm::Expected<CompiledExpression> Compilation::finish(Part part) {
  using Extent = LocationProgram::Extent;
  constexpr uint32_t maxBytes = ExpressionCompiler::maxBytes;
  CompiledExpression result;
  LocationProgram &location = result.location;
  if (depthOf(part.steps) > maxLocationDepth)
    return problem("too many nested indices; watch a part of it");
  part.type = module.complete(part.type);
  location.steps = std::move(part.steps);
  if (!part.isPlace) {
    auto address = std::make_shared<ValueType>();
    address->kind = ValueType::Kind::Pointer;
    location.extent = Extent::Word;
    location.size = address->size = 8;
    result.type = std::move(address);
    return result;
  }
  location.size = maxBytes;
  result.type = textType();
  if (part.type.isPointer() && part.type.target().isCharacter()) {
    location.steps.push_back({StepKind::Load, 8, 0});
    location.extent = Extent::Pointed;
    return result;
  }
  if (part.type.isString()) {
    location.extent = Extent::Counted;
    return result;
  }
  auto size = part.type.size();
  if (!size || *size == 0)
    return problem("the size of '" + part.type.name() +
                   "' is not known; watch an element or a member");
  if (part.type.isArray() && part.type.target().isCharacter()) {
    location.extent = Extent::Terminated;
    location.size = static_cast<uint32_t>(std::min<uint64_t>(*size, maxBytes));
    return result;
  }
  if (*size > maxBytes)
    return problem("'" + part.type.name() + "' has " + llvm::Twine(*size) +
                   " bytes, more than " + llvm::Twine(maxBytes) +
                   "; watch an element or a member");
  location.size = static_cast<uint32_t>(*size);
  result.type = describeType(part.type, complete);
  location.padding = paddingOf(*result.type);
  return result;
}

llvm::Expected<CompiledExpression>
Compilation::compile(const Expression &expression) {
  auto part = visit(expression);
  if (!part)
    return part.takeError();
  return finish(std::move(*part));
}

} // namespace

ExpressionCompiler::ExpressionCompiler(const UnitTable &table)
    : table(table), modules(std::make_unique<Modules>(table)) {}

ExpressionCompiler::~ExpressionCompiler() = default;

llvm::Expected<ModuleVariables *>
ExpressionCompiler::moduleAt(uint64_t address) {
  return modules->open(static_cast<size_t>(table.moduleOf(address)));
}

llvm::Expected<std::vector<std::string>>
ExpressionCompiler::localsAt(uint64_t address) {
  auto module = moduleAt(address);
  if (!module)
    return module.takeError();
  std::set<std::string> names;
  for (llvm::DWARFDie scope : (*module)->scopesAt(table.fileAddress(address)))
    addVariableNames(scope, names);
  // A name such as `__range1` is reserved, so the compiler has added it.
  std::erase_if(names, [](llvm::StringRef name) {
    return name.starts_with("__") || !llvm::all_of(name, [](char each) {
             return llvm::isAlnum(each) || each == '_';
           });
  });
  return std::vector<std::string>(names.begin(), names.end());
}

llvm::Expected<std::vector<std::string>>
ExpressionCompiler::globalsAt(uint64_t address) {
  auto module = moduleAt(address);
  if (!module)
    return module.takeError();
  std::set<std::string> names;
  (*module)->addGlobalNames(names);
  names.erase("");
  return std::vector<std::string>(names.begin(), names.end());
}

llvm::Expected<std::vector<std::string>>
ExpressionCompiler::parametersAt(uint64_t address) {
  auto module = moduleAt(address);
  if (!module)
    return module.takeError();
  std::vector<llvm::DWARFDie> scopes =
      (*module)->scopesAt(table.fileAddress(address));
  return scopes.empty() ? std::vector<std::string>()
                        : parameterNames(scopes.back());
}

llvm::Expected<CompiledExpression>
ExpressionCompiler::compile(llvm::StringRef expression, uint64_t address) {
  auto parsed = parseExpression(expression);
  if (!parsed)
    return parsed.takeError();
  auto own = static_cast<size_t>(table.moduleOf(address));
  std::vector<ModuleVariables *> opened;
  for (size_t i = 0; i < modules->size(); ++i) {
    auto module = modules->open(i);
    if (!module)
      return module.takeError();
    opened.push_back(*module);
  }
  std::vector<ModuleVariables *> others = opened;
  others.erase(others.begin() + static_cast<ptrdiff_t>(own));
  return Compilation(*opened[own], std::move(others),
                     table.fileAddress(address))
      .compile(**parsed);
}

} // namespace pinstripe
