// Merges the statements found in several syntax trees (ASTs) into one list.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceCollector.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace pinstripe {

int32_t SourceCollector::addFunction(SourceFunction function) {
  ExtentKey key{function.body.file, function.body.begin, function.body.end};
  auto [found, isNew] =
      functionIds.try_emplace(key, static_cast<int32_t>(functionIds.size()));
  if (isNew)
    model.functions.push_back(std::move(function));
  return found->second;
}

SourceCollector::PieceId SourceCollector::addPiece(SourcePiece piece) {
  const SourceUnit &unit = piece.unit;
  PieceKey key{unit.extent.file, unit.extent.begin, unit.function, unit.kind,
               piece.spelling};
  auto [found, isNew] =
      pieceIds.try_emplace(key, static_cast<PieceId>(pieces.size()));
  if (isNew) {
    pieces.push_back(std::move(piece));
    return found->second;
  }
  SourcePiece &known = pieces[found->second];
  known.isConstant &= piece.isConstant;
  if (unit.extent.end > known.unit.extent.end) {
    known.unit.extent.end = unit.extent.end;
    known.unit.text = unit.text;
  }
  return found->second;
}

void SourceCollector::addAnchor(PieceId piece, SourceAnchor anchor) {
  std::vector<SourceAnchor> &anchors = pieces[piece].unit.anchors;
  bool isKnown = llvm::any_of(anchors, [&](const SourceAnchor &known) {
    return known.compiler == anchor.compiler && known.extent == anchor.extent;
  });
  if (!isKnown)
    anchors.push_back(std::move(anchor));
}

void SourceCollector::linkCleanup(PieceId declaration, PieceId cleanup) {
  cleanups.emplace(declaration, cleanup);
}

void SourceCollector::addFailure(const std::string &mainFile,
                                 const std::string &error) {
  model.failures.try_emplace(mainFile, error);
}

void SourceCollector::add(const ParsedSource &source) {
  std::vector<int32_t> functionOf;
  for (const SourceFunction &function : source.functions)
    functionOf.push_back(addFunction(function));
  std::vector<PieceId> pieceOf;
  for (SourcePiece piece : source.pieces) {
    SourceUnit &unit = piece.unit;
    if (unit.function >= 0)
      unit.function = functionOf[unit.function];
    std::vector<SourceAnchor> anchors = std::exchange(unit.anchors, {});
    std::optional<SourceExtent> repeated = unit.repeated;
    PieceId id = addPiece(std::move(piece));
    for (SourceAnchor &anchor : anchors)
      addAnchor(id, std::move(anchor));
    if (repeated)
      setRepeated(id, std::move(*repeated));
    pieceOf.push_back(id);
  }
  for (auto [declaration, cleanup] : source.cleanups)
    linkCleanup(pieceOf[declaration], pieceOf[cleanup]);
  llvm::append_range(model.defaulted, source.defaulted);
}

ParsedSource SourceCollector::release() {
  return {std::move(model.functions), std::move(pieces), std::move(cleanups),
          "", std::move(model.defaulted)};
}

/// Groups the statements that begin at the same macro expansion in the same
/// function. Statements that are not from a macro form groups of one. The
/// groups are in the order in which they were found.
std::vector<std::vector<SourceCollector::PieceId>>
SourceCollector::groupByExpansion() const {
  std::vector<std::vector<PieceId>> groups;
  std::map<std::tuple<std::string, SourceLocation, int32_t>, size_t> groupOf;
  for (PieceId id = 0; id < pieces.size(); ++id) {
    const SourceUnit &unit = pieces[id].unit;
    if (!pieces[id].isFromMacro) {
      groups.push_back({id});
      continue;
    }
    auto [found, isNew] = groupOf.try_emplace(
        {unit.extent.file, unit.extent.begin, unit.function}, groups.size());
    if (isNew)
      groups.emplace_back();
    groups[found->second].push_back(id);
  }
  return groups;
}

/// Makes one statement unit of all statements of one macro expansion. If all
/// statements with code are of one kind, such as "expression", the unit is of
/// this kind. Otherwise, the unit is a condition if any of its statements is a
/// condition. In all other cases, it is an expression.
SourceUnit SourceCollector::unite(const std::vector<PieceId> &group) const {
  SourceUnit united = pieces[group.front()].unit;
  if (group.size() == 1)
    return united;
  united.anchors.clear();
  united.repeated.reset();
  united.bindings.reset();
  united.decisions = {};
  std::set<UnitKind> kinds;
  for (PieceId id : group) {
    const SourceUnit &unit = pieces[id].unit;
    if (!pieces[id].isConstant)
      kinds.insert(unit.kind);
    if (unit.extent.end > united.extent.end) {
      united.extent.end = unit.extent.end;
      united.text = unit.text;
    }
  }
  if (kinds.size() == 1)
    united.kind = *kinds.begin();
  else if (kinds.count(UnitKind::Condition))
    united.kind = UnitKind::Condition;
  else
    united.kind = UnitKind::Expression;
  return united;
}

SourceModel SourceCollector::finish() {
  std::vector<std::vector<PieceId>> groups = groupByExpansion();
  std::vector<SourceUnit> units;
  for (const std::vector<PieceId> &group : groups)
    units.push_back(unite(group));

  std::vector<uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    const SourceUnit &left = units[a], &right = units[b];
    return std::tie(left.extent.file, left.extent.begin, right.extent.end,
                    left.function, left.kind, a) <
           std::tie(right.extent.file, right.extent.begin, left.extent.end,
                    right.function, right.kind, b);
  });

  std::vector<uint32_t> unitOf(pieces.size());
  for (uint32_t i : order) {
    auto index = static_cast<uint32_t>(model.units.size());
    for (PieceId id : groups[i])
      unitOf[id] = index;
    auto statements = static_cast<uint32_t>(llvm::count_if(
        groups[i], [&](PieceId id) { return !pieces[id].isConstant; }));
    if (statements > 1)
      model.merged.emplace_back(index, statements);
    model.units.push_back(std::move(units[i]));
  }
  for (auto [declaration, cleanup] : cleanups)
    if (unitOf[declaration] != unitOf[cleanup])
      model.cleanups.push_back({unitOf[declaration], unitOf[cleanup]});
  llvm::sort(model.cleanups);
  return std::move(model);
}

} // namespace pinstripe
