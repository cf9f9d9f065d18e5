// Finds the code that destroys each object at the end of a scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/DestructionFinder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace pinstripe {

namespace {

using InstructionKind = Instruction::Kind;

/// Code that passes the address of an object in the stack frame to a function
/// such as a destructor, once or for each element of an array.
struct ObjectCall {
  /// The range of the code that makes the call, as indices of instructions.
  uint32_t begin, end;
  /// The distance from rbp to the object whose address is passed.
  int32_t object;
};

bool isOneRegister(RegisterSet set) {
  return set && set == generalRegister(llvm::countr_zero(set) / 3);
}

bool isInName(char character) {
  return llvm::isAlnum(character) || character == '_' || character == '$';
}

/// Returns the identifier at the beginning of a text.
llvm::StringRef leadingName(llvm::StringRef text) {
  return text.take_while(isInName);
}

bool hasName(llvm::StringRef text, llvm::StringRef name) {
  for (size_t at = text.find(name); at != llvm::StringRef::npos;
       at = text.find(name, at + 1)) {
    bool begins = at == 0 || !isInName(text[at - 1]);
    size_t end = at + name.size();
    if (begins && (end == text.size() || !isInName(text[end])))
      return true;
  }
  return false;
}

bool declares(const SourceUnit &declaration, const FrameVariable &variable) {
  if (variable.name.empty())
    return false;
  if (variable.line < declaration.extent.begin.line ||
      variable.line > declaration.extent.end.line)
    return false;
  if (declaration.kind == UnitKind::Declaration)
    return leadingName(declaration.text) == variable.name;
  return hasName(declaration.text, variable.name);
}

class DestructionFinder {
public:
  DestructionFinder(const DebugFunction &function, const FunctionCode &code,
                    const UnitCatalog &catalog,
                    llvm::ArrayRef<std::optional<uint32_t>> sources)
      : function(function), code(code), catalog(catalog), sources(sources) {}

  std::vector<Destruction> run();

private:
  bool isRegular(uint32_t index, uint32_t source) const {
    return sources[index] == source && !code.isUnwinding[index];
  }
  std::optional<ObjectCall> callAt(uint32_t index) const;
  std::optional<ObjectCall> loopAround(uint32_t index) const;
  std::vector<ObjectCall> callsOf(uint32_t source) const;
  std::set<int64_t> placesOf(uint32_t declaration) const;
  void addNamed(uint32_t cleanup, uint32_t declaration);
  void addUnnamed(uint32_t cleanup);
  void take(uint32_t cleanup, uint32_t declaration, int64_t object,
            llvm::StringRef name);
  bool isFound(uint32_t declaration) const {
    return llvm::is_contained(
        llvm::map_range(found, [](auto &each) { return each.declaration; }),
        declaration);
  }

  const DebugFunction &function;
  const FunctionCode &code;
  const UnitCatalog &catalog;
  llvm::ArrayRef<std::optional<uint32_t>> sources;
  /// The destructor calls at the end of one scope. When the finder knows which
  /// object a call destroys, the call is removed from this list.
  std::vector<ObjectCall> calls;
  std::vector<Destruction> found;
};

/// Returns the call at `index`, together with the code just before it that sets
/// its first argument: a `lea`, perhaps followed by a `mov` between registers.
/// Returns nullopt if the instruction is not a call, or if the first argument
/// is not an address in the stack frame.
std::optional<ObjectCall> DestructionFinder::callAt(uint32_t index) const {
  if (code.instructions[index].kind != InstructionKind::Call)
    return std::nullopt;
  RegisterSet wanted = generalRegister(RDI);
  for (uint32_t i = index; !code.isTarget[i] && code.fallsInto(i); --i) {
    const Instruction &before = code.instructions[i - 1];
    if (before.kind != InstructionKind::Other || before.writesMemory ||
        before.readsMemory || before.defines != wanted)
      return std::nullopt;
    if (before.isLea && before.frameOffset)
      return ObjectCall{i - 1, index + 1, *before.frameOffset};
    wanted = before.uses;
    if (!isOneRegister(wanted))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Returns the loop that makes the call at `index` for each element of an
/// array. gcc and clang put the array's address into a register just before the
/// loop.
std::optional<ObjectCall> DestructionFinder::loopAround(uint32_t index) const {
  if (code.instructions[index].kind != InstructionKind::Call)
    return std::nullopt;
  uint32_t last = index + 1;
  while (last < code.size() && !code.instructions[last].isJumpLike() &&
         code.fallsInto(last))
    ++last;
  if (last == code.size() || !code.instructions[last].isJumpLike())
    return std::nullopt;
  auto head = indexAt(code.instructions, code.instructions[last].target);
  if (!head || *head > index)
    return std::nullopt;
  constexpr uint32_t reach = 8;
  for (uint32_t i = *head; i + reach > *head && code.fallsInto(i); --i) {
    const Instruction &before = code.instructions[i - 1];
    if (before.isLea && before.frameOffset)
      return ObjectCall{i - 1, last + 1, *before.frameOffset};
    if (code.isTarget[i - 1] || before.isJumpLike())
      break;
  }
  return std::nullopt;
}

std::vector<ObjectCall> DestructionFinder::callsOf(uint32_t source) const {
  std::vector<ObjectCall> result;
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (auto call = callAt(i); call && isRegular(i, source))
      result.push_back(*call);
    // A loop may call a destructor for each element of an array. gcc's line
    // table then assigns the call to the declaration, and the jump of the loop
    // to the closing brace. So the jump decides to which source unit the loop
    // belongs.
    if (auto loop = loopAround(i); loop && isRegular(loop->end - 1, source))
      result.push_back(*loop);
  }
  return result;
}

/// Returns the places of the objects whose addresses the code of `declaration`
/// computes. Each place is a distance from rbp.
std::set<int64_t> DestructionFinder::placesOf(uint32_t declaration) const {
  std::set<int64_t> places;
  for (uint32_t i = 0; i < code.size(); ++i)
    if (isRegular(i, declaration) && code.instructions[i].isLea &&
        code.instructions[i].frameOffset)
      places.insert(*code.instructions[i].frameOffset);
  // The argument of a constructor call may be computed by code before the
  // declaration's first row in the line table. Such code does not count as code
  // of the declaration, so the arguments of its constructor calls are added
  // here.
  for (const ObjectCall &call : callsOf(declaration))
    places.insert(call.object);
  return places;
}

void DestructionFinder::take(uint32_t cleanup, uint32_t declaration,
                             int64_t object, llvm::StringRef name) {
  auto isIt = [&](const ObjectCall &call) { return call.object == object; };
  for (const ObjectCall &call : calls)
    if (isIt(call))
      found.push_back({call.begin, call.end, cleanup, declaration, name.str()});
  llvm::erase_if(calls, isIt);
}

void DestructionFinder::addNamed(uint32_t cleanup, uint32_t declaration) {
  for (const FrameVariable &variable : function.frameVariables)
    if (declares(catalog.source(declaration), variable))
      take(cleanup, declaration, variable.begin, variable.name);
}

/// Adds the destructions of objects that are not variables, such as a temporary
/// to which a reference is bound. An object belongs to the declaration whose
/// code computes the object's address. If several declarations compute the same
/// address, the object is left out.
void DestructionFinder::addUnnamed(uint32_t cleanup) {
  std::map<int64_t, std::vector<uint32_t>> claims;
  for (uint32_t declaration : catalog.declarationsOf(cleanup))
    if (!isFound(declaration))
      for (int64_t place : placesOf(declaration))
        claims[place].push_back(declaration);
  for (const auto &[place, declarations] : claims) {
    if (declarations.size() != 1)
      continue;
    const SourceUnit &unit = catalog.source(declarations.front());
    llvm::StringRef name = unit.kind == UnitKind::Declaration
                               ? leadingName(unit.text)
                               : llvm::StringRef(unit.text);
    take(cleanup, declarations.front(), place, name);
  }
}

std::vector<Destruction> DestructionFinder::run() {
  std::set<uint32_t> cleanups;
  for (const std::optional<uint32_t> &source : sources)
    if (source && !catalog.declarationsOf(*source).empty())
      cleanups.insert(*source);
  for (uint32_t cleanup : cleanups) {
    calls = callsOf(cleanup);
    for (uint32_t declaration : catalog.declarationsOf(cleanup))
      addNamed(cleanup, declaration);
    addUnnamed(cleanup);
  }
  return std::move(found);
}

} // namespace

std::vector<Destruction>
findDestructions(const DebugFunction &function, const FunctionCode &code,
                 const UnitCatalog &catalog,
                 llvm::ArrayRef<std::optional<uint32_t>> sources) {
  return DestructionFinder(function, code, catalog, sources).run();
}

} // namespace pinstripe
