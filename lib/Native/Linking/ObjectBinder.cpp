// Binds a recompiled object to the functions and variables of the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/ObjectBinder.h"
#include "Linking/ObjectBlocks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <set>

using namespace pinstripe;
using llvm::jitlink::Edge;

void ObjectBinder::bind(Graph &itsGraph) {
  graph = &itsGraph;
  listSymbols();
  findWanted();
  llvm::erase_if(linked, [&](const Linked &each) {
    std::string problem = problemOf(each.symbol->getBlock());
    if (!problem.empty())
      refused.try_emplace(each.function, problem);
    return refused.count(each.function) != 0;
  });
  // The compiler can make several machine functions of one source function, for
  // example of a constructor. If one of them can't be linked, the others are
  // not linked either.
  llvm::erase_if(linked, [&](const Linked &each) {
    return refused.count(each.function) != 0;
  });
  for (const Linked &each : linked)
    for (Symbol *symbol : symbolsOf[&each.symbol->getBlock()])
      symbol->setLive(true);
  bindBlocks();
  redirectToOriginals();
  bindLiterals();
  packFrames();
}

/// Lists the symbols of each block. A block is a piece of the object with one
/// function or one variable. Marks all symbols as dead (not to be linked),
/// except those of frame descriptions.
void ObjectBinder::listSymbols() {
  for (Symbol *symbol : graph->defined_symbols()) {
    symbolsOf[&symbol->getBlock()].push_back(symbol);
    if (!isFrameTable(symbol->getBlock()))
      symbol->setLive(false);
  }
}

void ObjectBinder::findWanted() {
  llvm::StringMap<Symbol *> defined;
  for (Symbol *symbol : graph->defined_symbols())
    if (symbol->hasName())
      defined[symbol->getName()] = symbol;
  const auto &functions = request.unit.functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    bool isDefined = false;
    size_t before = linked.size();
    for (const std::string &name : functions[i].symbols)
      if (Symbol *symbol = defined.lookup(name)) {
        isDefined = true;
        want(i, *symbol);
      }
    if (!isDefined)
      refused[i] = "the compiler has made no code for it";
    else if (linked.size() == before)
      refused.try_emplace(
          i, "no code that the program executes through hooks belongs to it");
  }
}

/// Returns whether `name` is the mangled name of a base constructor or base
/// destructor. A derived class calls these variants for its base class.
static bool isBaseVariant(llvm::StringRef name) {
  return name.starts_with("_Z") &&
         (name.contains("C2E") || name.contains("D2E") || name.contains("C2I"));
}

static NameResolver::Linkage linkageOf(const llvm::jitlink::Symbol &symbol) {
  return symbol.getScope() == llvm::jitlink::Scope::Local
             ? NameResolver::Linkage::Internal
             : NameResolver::Linkage::External;
}

/// Notes that `symbol`, a function of the recompiled object, is to be executed
/// in place of a function of the process.
///
/// In the process, the base constructor and the complete constructor of a class
/// may be one function. In the object, they are two functions. The object's
/// base constructor is then executed in place of the process's function. The
/// object's complete constructor can't be used: it calls the base constructor,
/// and this call would execute the complete constructor again, without end. The
/// same is true of destructors.
void ObjectBinder::want(size_t function, Symbol &symbol) {
  NameResolver::Linkage linkage = linkageOf(symbol);
  Meaning meaning = linkage == NameResolver::Linkage::Internal
                        ? request.resolver.ofDefined(symbol.getName(), linkage)
                        : request.resolver.ofUsed(symbol.getName());
  if (!meaning.address || !request.hasHook(*meaning.address))
    return;
  auto same = llvm::find_if(linked, [&](const Linked &each) {
    return each.original == *meaning.address;
  });
  if (same == linked.end()) {
    linked.push_back({});
    same = std::prev(linked.end());
  } else if (&same->symbol->getBlock() == &symbol.getBlock() ||
             !isBaseVariant(symbol.getName())) {
    return;
  } else {
    wanted.erase(&same->symbol->getBlock());
  }
  *same = {function, *meaning.address, frameSizeOf(symbol.getBlock()), &symbol};
  wanted[&symbol.getBlock()] = *meaning.address;
}

// Problems

std::string ObjectBinder::problemOfUse(llvm::StringRef name) {
  auto [place, isNew] = problems.try_emplace(name.str());
  if (!isNew)
    return place->second;
  Meaning meaning = request.resolver.ofUsed(name);
  if (!meaning.problem.empty())
    place->second =
        "it uses '" + llvm::demangle(name) + "', and " + meaning.problem;
  // A function may use a name that the program does not define; it is linked
  // nevertheless. Only a mutation (a small change of the source) can use such a
  // name. This mutation crashes when it is executed, but the other mutations
  // are not affected.
  return place->second;
}

/// Returns why a reference to `target` can't be bound; an empty text if it can
/// be bound. If `target` is a function or variable of the object itself, adds
/// its block to `reached`.
std::string ObjectBinder::problemOfTarget(Symbol &target,
                                          std::vector<Block *> &reached) {
  if (target.isExternal())
    return target.isWeaklyReferenced() ? "" : problemOfUse(target.getName());
  if (!target.isDefined() || wanted.count(&target.getBlock()) != 0)
    return "";
  const Fate &fate = fateOf(target.getBlock());
  if (fate.problem.empty() && !fate.bound)
    reached.push_back(&target.getBlock());
  return fate.problem;
}

/// Returns why a recompiled function can't be linked; an empty text if it can
/// be. The reason can also be in a part of the object that the function uses.
std::string ObjectBinder::problemOf(Block &function) {
  std::set<Block *> seen;
  std::vector<Block *> reached = {&function};
  while (!reached.empty()) {
    Block *block = reached.back();
    reached.pop_back();
    if (!seen.insert(block).second)
      continue;
    auto unbound =
        request.unboundSections.find(block->getSection().getName().str());
    if (unbound != request.unboundSections.end())
      return "it uses the thread-local variable '" +
             llvm::demangle(unbound->second) +
             "', which is not one of the program itself";
    for (const Edge &edge : block->edges()) {
      std::string problem = problemOfTarget(edge.getTarget(), reached);
      if (!problem.empty())
        return problem;
    }
  }
  return "";
}

// Blocks

const ObjectBinder::Fate &ObjectBinder::fateOf(Block &block) {
  auto known = fates.find(&block);
  if (known == fates.end())
    known = fates.emplace(&block, decide(block)).first;
  return known->second;
}

bool ObjectBinder::isStaticLocalOfWanted(llvm::StringRef name) const {
  return llvm::any_of(linked, [&](const Linked &each) {
    return isStaticLocal(name, each.symbol->getName());
  });
}

ObjectBinder::Fate ObjectBinder::decide(Block &block) const {
  auto its = symbolsOf.find(&block);
  if (its == symbolsOf.end() || isNeverShared(block))
    return {};
  std::string name, problem;
  bool isOfWanted = false;
  for (const Symbol *symbol : its->second) {
    if (!isNameOfSource(*symbol))
      continue;
    name = llvm::demangle(symbol->getName());
    isOfWanted |= isStaticLocalOfWanted(symbol->getName());
    Meaning meaning =
        request.resolver.ofDefined(symbol->getName(), linkageOf(*symbol));
    bool mayBeOfLibrary =
        symbol->getLinkage() == llvm::jitlink::Linkage::Weak &&
        symbol->getScope() == llvm::jitlink::Scope::Default;
    if (!meaning.address && meaning.problem.empty() && mayBeOfLibrary)
      meaning = request.resolver.ofLibraries(symbol->getName());
    problem = meaning.problem;
    // A static variable may hold the addresses of labels (GNU C's `&&label`).
    // In the process's variable, these are addresses in the old code of the
    // function. So the recompiled function does not use the process's variable.
    if (meaning.address && !holdsLabelAddresses(block))
      return {.bound = *meaning.address - symbol->getOffset(), .problem = {}};
  }
  // A static local variable of a recompiled function may be missing in the
  // process. The function can then use the object's own copy, since no function
  // other than a recompiled one uses this variable.
  if (!isWritable(block) || isOfWanted || isFilledByLinker(block, name))
    return {};
  if (problem.empty())
    problem = "its variable '" + name + "' can't be found in the program";
  return {.bound = {}, .problem = problem};
}

ObjectBinder::Symbol &ObjectBinder::absolute(llvm::StringRef name,
                                             uint64_t address) {
  Symbol *&symbol = absolutes[address];
  if (!symbol) {
    auto text = graph->allocateContent(llvm::Twine("pinstripe.") + name + "." +
                                       llvm::Twine::utohexstr(address));
    symbol = &graph->addAbsoluteSymbol(
        {text.data(), text.size()}, llvm::orc::ExecutorAddr(address),
        /*Size=*/0, llvm::jitlink::Linkage::Strong, llvm::jitlink::Scope::Local,
        /*IsLive=*/false);
  }
  return *symbol;
}

void ObjectBinder::bindBlocks() {
  size_t nameless = 0;
  for (auto &[block, fate] : fates) {
    if (!fate.bound)
      continue;
    for (Symbol *symbol : symbolsOf[block]) {
      // JITLink makes one table entry for all absolute symbols with the same
      // name. It would mix up the nameless symbols, so each gets a name of its
      // own.
      if (!symbol->hasName()) {
        auto text = graph->allocateContent("pinstripe.nameless." +
                                           llvm::Twine(nameless++));
        symbol->setName({text.data(), text.size()});
      }
      graph->makeAbsolute(
          *symbol, llvm::orc::ExecutorAddr(*fate.bound + symbol->getOffset()));
    }
  }
}

/// Replaces each reference to a recompiled function by a reference to the
/// original function in the process. This includes references in recompiled
/// code. So a function has the same address everywhere. Each call goes through
/// the hook, which is code that a patch at the entry of the original function
/// leads to. The hook decides which of the two functions is executed.
void ObjectBinder::redirectToOriginals() {
  for (Block *block : graph->blocks()) {
    if (isFrameTable(*block))
      continue;
    for (Edge &edge : block->edges()) {
      if (!edge.isRelocation() || !edge.getTarget().isDefined())
        continue;
      auto function = wanted.find(&edge.getTarget().getBlock());
      if (function != wanted.end() && leadsToBegin(edge, isCode(*block)))
        edge.setTarget(absolute("original", function->second));
    }
  }
}

void ObjectBinder::bindLiterals() {
  for (Block *block : graph->blocks())
    if (!isFrameTable(*block))
      for (Edge &edge : block->edges())
        if (edge.isRelocation() && edge.getTarget().isDefined() &&
            isOfLiterals(edge.getTarget().getBlock()))
          bindLiteral(edge);
}

/// Replaces a reference to a string literal of the object by a reference to the
/// same literal in the program. Does nothing if the program has no such
/// literal.
void ObjectBinder::bindLiteral(Edge &edge) {
  Symbol &target = edge.getTarget();
  auto content = target.getBlock().getContent();
  // `place` is where the string literal begins in the block: at the offset of
  // the symbol or, if the symbol has no name, at this offset plus the addend of
  // the reference.
  int64_t correction = edge.getKind() == llvm::jitlink::x86_64::Pointer64
                           ? 0
                           : -int64_t(sizeof(int32_t));
  int64_t place = static_cast<int64_t>(target.getOffset());
  if (!target.hasName())
    place += edge.getAddend() - correction;
  if (place < 0 || place >= static_cast<int64_t>(content.size()))
    return;
  auto [literal, rest] = llvm::StringRef(content.data(), content.size())
                             .drop_front(static_cast<size_t>(place))
                             .split('\0');
  auto address = request.literals.find(literal);
  if (!address)
    return;
  if (!target.hasName())
    edge.setAddend(correction);
  edge.setTarget(absolute("literal", *address + request.bias));
}

/// Removes the padding between the frame descriptions. The unwinder would take
/// zeros in the padding for the end of the list.
void ObjectBinder::packFrames() {
  for (Block *block : graph->blocks())
    if (isFrameTable(*block)) {
      block->setAlignmentOffset(0);
      block->setAlignment(4);
    }
}
