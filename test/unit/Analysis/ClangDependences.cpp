// Computes control dependences with Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ClangDependences.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/Dominators.h"
#include "clang/Analysis/CFG.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

using Place = std::pair<unsigned, unsigned>; ///< A line and a column.

Place placeOf(const clang::SourceManager &sources,
              clang::SourceLocation location) {
  clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(location));
  return place.isValid() ? Place(place.getLine(), place.getColumn()) : Place();
}

/// Finds functions with a body, by the place of the name in the declaration.
class FunctionCollector : public clang::RecursiveASTVisitor<FunctionCollector> {
public:
  explicit FunctionCollector(const clang::SourceManager &sources)
      : sources(sources) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody() &&
        !function->isDependentContext() && !function->isImplicit() &&
        sources.isInMainFile(sources.getExpansionLoc(function->getBeginLoc())))
      functions[placeOf(sources, function->getBeginLoc())] = function;
    return true;
  }

  const clang::SourceManager &sources;
  std::map<Place, clang::FunctionDecl *> functions;
};

/// The control-flow graph of one function, with units as elements.
class FunctionReader {
public:
  FunctionReader(const UnitTable &table, FunctionId function,
                 clang::FunctionDecl &declaration);

  UnitDependences read();

private:
  using Block = const clang::CFGBlock;

  std::optional<UnitId> unitAt(clang::SourceLocation location) const;
  std::optional<UnitId> unitOf(const clang::CFGElement &element) const;
  std::vector<UnitId> unitsIn(Block &block) const;
  void findLast(Block &block, std::set<Block *> &seen,
                std::set<std::optional<UnitId>> &last) const;
  std::set<UnitId> entered(Block &block) const;
  std::set<std::optional<UnitId>> deciders(Block &block) const;

  const UnitTable &table;
  const clang::SourceManager &sources;
  std::set<UnitId> candidates;
  std::unique_ptr<clang::CFG> graph;
};

FunctionReader::FunctionReader(const UnitTable &table, FunctionId function,
                               clang::FunctionDecl &declaration)
    : table(table), sources(declaration.getASTContext().getSourceManager()) {
  for (const UnitEntry &entry : table.entries)
    if (entry.function == function)
      candidates.insert(entry.unit);
  clang::CFG::BuildOptions options;
  options.AddInitializers = true;
  options.AddImplicitDtors = true;
  options.setAllAlwaysAdd();
  graph = clang::CFG::buildCFG(&declaration, declaration.getBody(),
                               &declaration.getASTContext(), options);
}

/// Returns the innermost unit at a place.
std::optional<UnitId>
FunctionReader::unitAt(clang::SourceLocation location) const {
  Place place = placeOf(sources, location);
  std::optional<UnitId> best;
  for (UnitId id : candidates) {
    const SourceRange &range = table.unit(id).range;
    Place begin(range.line, range.column);
    if (place < begin || place >= Place(range.endLine, range.endColumn))
      continue;
    const SourceRange *other = best ? &table.unit(*best).range : nullptr;
    if (!other || begin > Place(other->line, other->column))
      best = id;
  }
  return best;
}

std::optional<UnitId>
FunctionReader::unitOf(const clang::CFGElement &element) const {
  if (auto statement = element.getAs<clang::CFGStmt>()) {
    const clang::Stmt *stmt = statement->getStmt();
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt))
      return unitAt((*declaration->decl_begin())->getLocation());
    return unitAt(stmt->getBeginLoc());
  }
  if (auto initializer = element.getAs<clang::CFGInitializer>())
    return unitAt(initializer->getInitializer()->getSourceLocation());
  if (auto destructor = element.getAs<clang::CFGAutomaticObjDtor>())
    if (const auto *scope = llvm::dyn_cast_or_null<clang::CompoundStmt>(
            destructor->getTriggerStmt()))
      return unitAt(scope->getRBracLoc());
  return std::nullopt;
}

std::vector<UnitId> FunctionReader::unitsIn(Block &block) const {
  std::vector<UnitId> units;
  for (const clang::CFGElement &element : block)
    if (std::optional<UnitId> unit = unitOf(element))
      units.push_back(*unit);
  return units;
}

/// Returns the units from which control enters the block; nullopt stands for
/// the beginning of the function.
void FunctionReader::findLast(Block &block, std::set<Block *> &seen,
                              std::set<std::optional<UnitId>> &last) const {
  if (&block == &graph->getEntry())
    last.insert(std::nullopt);
  for (Block *before : block.preds()) {
    if (!before || !seen.insert(before).second)
      continue;
    std::vector<UnitId> units = unitsIn(*before);
    if (units.empty())
      findLast(*before, seen, last);
    else
      last.insert(units.back());
  }
}

/// Returns the units that begin in the block. The later parts of `a && b` do
/// not begin a unit.
std::set<UnitId> FunctionReader::entered(Block &block) const {
  std::vector<UnitId> units = unitsIn(block);
  std::set<UnitId> result;
  for (size_t i = 1; i < units.size(); ++i)
    if (units[i] != units[i - 1])
      result.insert(units[i]);
  if (units.empty())
    return result;
  std::set<Block *> seen;
  std::set<std::optional<UnitId>> last;
  findLast(block, seen, last);
  for (const std::optional<UnitId> &unit : last)
    if (unit != units.front())
      result.insert(units.front());
  return result;
}

/// Returns the units that decide where control goes after the block. All
/// computed gotos share one block, which is empty.
std::set<std::optional<UnitId>> FunctionReader::deciders(Block &block) const {
  std::set<std::optional<UnitId>> units;
  std::set<Block *> seen;
  if (&block == graph->getIndirectGotoBlock())
    findLast(block, seen, units);
  else if (const clang::Stmt *condition = block.getTerminatorCondition())
    units.insert(unitAt(condition->getBeginLoc()));
  return units;
}

UnitDependences FunctionReader::read() {
  UnitDependences result;
  clang::ControlDependencyCalculator calculator(graph.get());
  for (clang::CFGBlock *block : *graph) {
    std::set<UnitId> units = entered(*block);
    result.units.insert(units.begin(), units.end());
    if (units.empty())
      continue;
    for (clang::CFGBlock *on : calculator.getControlDependencies(block))
      for (std::optional<UnitId> unit : deciders(*on))
        for (UnitId dependent : units)
          if (unit)
            result.pairs.emplace(dependent, *unit);
  }
  return result;
}

} // namespace

struct ClangDependences::Implementation {
  const UnitTable &table;
  std::unique_ptr<clang::ASTUnit> unit;
  std::map<Place, clang::FunctionDecl *> functions;
};

ClangDependences::ClangDependences(const UnitTable &table,
                                   const std::string &path,
                                   const std::vector<std::string> &arguments)
    : implementation(new Implementation{table, nullptr, {}}) {
  auto source = llvm::MemoryBuffer::getFile(path);
  if (!source)
    return;
  implementation->unit = clang::tooling::buildASTFromCodeWithArgs(
      (*source)->getBuffer(), arguments, path, PINSTRIPE_CLANG_TOOL);
  FunctionCollector collector(implementation->unit->getSourceManager());
  collector.TraverseAST(implementation->unit->getASTContext());
  implementation->functions = std::move(collector.functions);
}

ClangDependences::~ClangDependences() = default;

UnitDependences ClangDependences::of(FunctionId function) const {
  const SourceRange &range = implementation->table.function(function).range;
  auto found = implementation->functions.find({range.line, range.column});
  if (found == implementation->functions.end())
    return {};
  return FunctionReader(implementation->table, function, *found->second).read();
}
