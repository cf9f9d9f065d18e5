//===- ExpressionCompiler.cpp - From C expressions to locations -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Program/ExpressionCompiler.h"
#include "DamageGuard.h"
#include "DebugVariables.h"
#include "Expression.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace pinstripe {

/// Opened one by one.
class ExpressionCompiler::Modules {
public:
  explicit Modules(const UnitTable &table)
      : table(table), opened(table.modules.size()) {}

  size_t size() const { return opened.size(); }
  Expected<ModuleVariables *> open(size_t index) {
    if (!opened[index]) {
      const TracedModule &module = table.modules[index];
      auto variables = ModuleVariables::open(module.path, module.base);
      if (!variables)
        return variables.takeError();
      opened[index] = std::move(*variables);
    }
    return opened[index].get();
  }

private:
  const UnitTable &table;
  std::vector<std::unique_ptr<ModuleVariables>> opened;
};

namespace {

using Kind = LocationStep::Kind;
using Steps = std::vector<LocationStep>;

/// What a part of an expression comes to: its steps leave the address of a
/// place, or else the value itself. The value of `&x` has the type of x.
struct Operand {
  Steps steps;
  DebugType type;
  bool isPlace = true;
};

/// What one step can load.
bool isWord(std::optional<uint64_t> size) {
  return size && is_contained({1, 2, 4, 8}, *size);
}

Error problem(const Twine &text) { return make_error<UsageError>(text); }

/// "near: sum, sums", else a few names that there are.
std::string describeNames(StringRef word, const std::set<std::string> &names) {
  constexpr size_t most = 3, mostListed = 8;
  std::vector<std::pair<unsigned, std::string>> near;
  for (const std::string &name : names) {
    unsigned distance = word.edit_distance_insensitive(name);
    if (distance <= std::max<size_t>(1, word.size() / 2))
      near.push_back({distance, name});
  }
  llvm::sort(near);
  near.resize(std::min(near.size(), most));
  if (!near.empty())
    return "near: " + join(make_second_range(near), ", ");
  std::vector<std::string> first(names.begin(), names.end());
  bool isCut = first.size() > mostListed;
  first.resize(std::min(first.size(), mostListed));
  if (first.empty())
    return "there are none";
  return "there are " + join(first, ", ") + (isCut ? ", ..." : "");
}

/// Compiles at one address.
class Compilation {
public:
  Compilation(ModuleVariables &module, std::vector<ModuleVariables *> others,
              uint64_t address)
      : module(module), others(std::move(others)), address(address),
        scopes(module.scopesAt(address)) {}

  Expected<CompiledExpression> compile(const Expression &expression);

private:
  Expected<Operand> visit(const Expression &expression);
  Expected<Operand> visitName(const Expression &expression);
  Expected<Operand> visitMember(const Expression &expression);
  Expected<Operand> visitElement(const Expression &expression);
  Expected<Operand> visitDereference(const Expression &expression);
  Expected<Operand> visitAddress(const Expression &expression);
  Expected<Operand> place(DWARFDie variable, ModuleVariables &owner,
                          StringRef name);
  Expected<Operand> findThroughThis(StringRef name);
  Expected<Operand> member(Operand structure, StringRef name);
  Expected<CompiledExpression> finish(Operand operand);
  Error noSuchVariable(StringRef name);
  DWARFDie function() const {
    return scopes.empty() ? DWARFDie() : scopes.back();
  }
  /// The value of a place; of an array, where it begins.
  static Operand valueOf(Operand operand);

  ModuleVariables &module;
  std::vector<ModuleVariables *> others;
  uint64_t address; ///< in the file
  std::vector<DWARFDie> scopes;
};

Operand Compilation::valueOf(Operand operand) {
  if (!operand.isPlace || operand.type.isArray())
    return operand;
  bool isSigned = operand.type.isInteger() && operand.type.isSigned();
  auto size = static_cast<uint8_t>(operand.type.size().value_or(8));
  operand.steps.push_back({isSigned ? Kind::LoadSigned : Kind::Load, size, 0});
  operand.isPlace = false;
  return operand;
}

Expected<Operand> Compilation::place(DWARFDie variable, ModuleVariables &owner,
                                     StringRef name) {
  auto steps = owner.locate(variable, function(), address);
  if (!steps)
    return handleErrors(steps.takeError(), [&](const UsageError &error) {
      return problem("'" + name + "': " + error.message);
    });
  Operand operand{std::move(*steps), typeOf(variable)};
  if (operand.type.isReference()) {
    operand.steps.push_back({Kind::Load, 8, 0});
    operand.type = operand.type.target();
  }
  return operand;
}

Error Compilation::noSuchVariable(StringRef name) {
  std::set<std::string> names;
  for (DWARFDie scope : scopes)
    addVariableNames(scope, names);
  std::string near = describeNames(name, names);
  if (!StringRef(near).starts_with("near")) {
    std::set<std::string> all = names;
    module.addGlobalNames(all);
    std::string global = describeNames(name, all);
    if (StringRef(global).starts_with("near") || names.empty())
      near = global;
  }
  return problem("no variable '" + name + "' is known there; " + near);
}

/// The members of the object whose function this is.
Expected<Operand> Compilation::findThroughThis(StringRef name) {
  DWARFDie variable = findVariable(function(), "this");
  if (!variable)
    return Operand();
  DebugType object = module.complete(typeOf(variable).target());
  if (!findMember(object, name))
    return Operand();
  auto pointer = place(variable, module, "this");
  if (!pointer)
    return pointer.takeError();
  Operand structure = valueOf(std::move(*pointer));
  structure.type = object;
  structure.isPlace = true;
  return member(std::move(structure), name);
}

Expected<Operand> Compilation::visitName(const Expression &expression) {
  StringRef name = expression.text;
  for (DWARFDie scope : scopes)
    if (DWARFDie variable = findVariable(scope, name))
      return place(variable, module, name);
  if (function()) {
    auto found = findThroughThis(name);
    if (!found || !found->steps.empty())
      return found;
  }
  if (DWARFDie variable = module.findGlobal(name, function()))
    return place(variable, module, name);
  for (ModuleVariables *other : others)
    if (DWARFDie variable = other->findGlobal(name, DWARFDie()))
      return place(variable, *other, name);
  return noSuchVariable(name);
}

Expected<Operand> Compilation::member(Operand structure, StringRef name) {
  auto found = findMember(structure.type, name);
  if (!found) {
    std::set<std::string> names;
    forEachMemberName(structure.type,
                      [&](StringRef each) { names.insert(each.str()); });
    return problem("'" + structure.type.name() + "' has no member '" + name +
                   "'; " + describeNames(name, names));
  }
  if (found->isBitField)
    return problem("'" + name +
                   "' is a bit-field, which can't be watched; "
                   "watch the structure");
  if (found->offset != 0)
    structure.steps.push_back(
        {Kind::Add, 8, static_cast<int64_t>(found->offset)});
  Operand result{std::move(structure.steps), found->type};
  if (result.type.isReference()) {
    result.steps.push_back({Kind::Load, 8, 0});
    result.type = result.type.target();
  }
  return result;
}

Expected<Operand> Compilation::visitMember(const Expression &expression) {
  auto operand = visit(*expression.operand);
  if (!operand)
    return operand;
  if (expression.kind == Expression::Kind::Arrow && operand->isPlace) {
    if (!operand->type.isPointer())
      return problem("'" + operand->type.name() +
                     "' is no pointer to a structure; write `.` for `->`");
    Operand pointer = valueOf(std::move(*operand));
    *operand = {std::move(pointer.steps), pointer.type.target()};
  }
  operand->type = module.complete(operand->type);
  if (!operand->type.isStructure())
    return problem("'" + operand->type.name() + "' is no structure" +
                   (operand->type.isPointer() ? "; write `->` for `.`" : ""));
  return member(std::move(*operand), expression.text);
}

Expected<Operand> Compilation::visitElement(const Expression &expression) {
  auto base = visit(*expression.operand);
  if (!base)
    return base;
  bool isIndexable =
      base->isPlace && (base->type.isPointer() || base->type.isArray());
  DebugType element =
      isIndexable ? module.complete(base->type.target()) : DebugType();
  auto size = element.die ? element.size() : std::nullopt;
  if (!isIndexable || !size)
    return problem("'" + base->type.name() +
                   "' can't be indexed; only arrays and pointers can");
  Operand result = valueOf(std::move(*base));
  if (expression.index) {
    auto index = visit(*expression.index);
    if (!index)
      return index;
    if (!index->type.isInteger() || !index->isPlace ||
        !isWord(index->type.size()))
      return problem("an index must be an integer variable or a number");
    append_range(result.steps, valueOf(std::move(*index)).steps);
    result.steps.push_back({Kind::AddScaled, 8, static_cast<int64_t>(*size)});
  }
  int64_t offset = 0;
  if (MulOverflow(expression.number, static_cast<int64_t>(*size), offset))
    return problem("no element is so far from the first");
  if (offset != 0)
    result.steps.push_back({Kind::Add, 8, offset});
  return Operand{std::move(result.steps), element};
}

Expected<Operand> Compilation::visitDereference(const Expression &expression) {
  auto operand = visit(*expression.operand);
  if (!operand)
    return operand;
  if (!operand->isPlace)
    return Operand{std::move(operand->steps), operand->type};
  if (!operand->type.isPointer() && !operand->type.isArray())
    return problem("'" + operand->type.name() +
                   "' is no pointer; leave out the `*`");
  Operand pointer = valueOf(std::move(*operand));
  return Operand{std::move(pointer.steps),
                 module.complete(pointer.type.target())};
}

Expected<Operand> Compilation::visitAddress(const Expression &expression) {
  auto operand = visit(*expression.operand);
  if (!operand)
    return operand;
  if (!operand->isPlace)
    return problem("only a variable or a part of one has an address");
  operand->isPlace = false;
  return operand;
}

Expected<Operand> Compilation::visit(const Expression &expression) {
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

/// Words that the steps need at once.
size_t depthOf(const Steps &steps) {
  size_t depth = 0, most = 0;
  for (const LocationStep &step : steps) {
    bool isPush = step.kind == Kind::Frame || step.kind == Kind::Address ||
                  step.kind == Kind::Push;
    depth = depth + isPush - (step.kind == Kind::AddScaled);
    most = std::max(most, depth);
  }
  return most;
}

Expected<CompiledExpression> Compilation::finish(Operand operand) {
  using Extent = LocationProgram::Extent;
  constexpr uint32_t mostBytes = ExpressionCompiler::mostBytes;
  CompiledExpression result;
  LocationProgram &location = result.location;
  if (depthOf(operand.steps) > LocationProgram::deepest)
    return problem("too many nested indices; watch a part of it");
  operand.type = module.complete(operand.type);
  location.steps = std::move(operand.steps);
  if (!operand.isPlace) {
    auto address = std::make_shared<ValueType>();
    address->kind = ValueType::Kind::Pointer;
    location.extent = Extent::Word;
    location.size = address->size = 8;
    result.type = std::move(address);
    return result;
  }
  location.size = mostBytes;
  result.type = textType();
  if (operand.type.isPointer() && operand.type.target().isCharacter()) {
    location.steps.push_back({Kind::Load, 8, 0});
    location.extent = Extent::Pointed;
    return result;
  }
  if (operand.type.isString()) {
    location.extent = Extent::Counted;
    return result;
  }
  auto size = operand.type.size();
  if (!size || *size == 0)
    return problem("the size of '" + operand.type.name() +
                   "' is not known; watch an element or a member");
  if (operand.type.isArray() && operand.type.target().isCharacter()) {
    location.extent = Extent::Terminated;
    location.size = static_cast<uint32_t>(std::min<uint64_t>(*size, mostBytes));
    return result;
  }
  if (*size > mostBytes)
    return problem("'" + operand.type.name() + "' has " + Twine(*size) +
                   " bytes, more than " + Twine(mostBytes) +
                   "; watch an element or a member");
  location.size = static_cast<uint32_t>(*size);
  result.type = describeType(operand.type);
  location.padding = paddingOf(*result.type);
  return result;
}

Expected<CompiledExpression>
Compilation::compile(const Expression &expression) {
  auto operand = visit(expression);
  if (!operand)
    return operand.takeError();
  return finish(std::move(*operand));
}

} // namespace

ExpressionCompiler::ExpressionCompiler(const UnitTable &table)
    : table(table), modules(std::make_unique<Modules>(table)) {}

ExpressionCompiler::~ExpressionCompiler() = default;

Expected<CompiledExpression> ExpressionCompiler::compile(StringRef expression,
                                                         uint64_t address) {
  auto parsed = parseExpression(expression);
  if (!parsed)
    return parsed.takeError();
  auto own = static_cast<size_t>(table.moduleOf(address));
  DamageGuard guard(table.modules[own].path);
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
