// Finds source units by position and adds them to the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/UnitCatalog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pinstripe {

namespace {

bool holds(const SourceExtent &extent, SourceLocation at) {
  return extent.begin <= at && at < extent.end;
}

SourceRange rangeFrom(FileId file, const SourceExtent &extent) {
  return {file, extent.begin.line, extent.begin.column, extent.end.line,
          extent.end.column};
}

/// The innermost range found so far that holds a given source position, and the
/// unit (statement) to which this range belongs.
struct Innermost {
  const SourceExtent *range = nullptr;
  bool isAnchor = false;
  uint32_t unit = 0;

  void offer(const SourceExtent &candidate, bool candidateIsAnchor,
             uint32_t candidateUnit) {
    bool isInner =
        !range || candidate.begin > range->begin ||
        (candidate.begin == range->begin &&
         (candidate.end < range->end ||
          (candidate.end == range->end && candidateIsAnchor >= isAnchor)));
    if (isInner)
      *this = {&candidate, candidateIsAnchor, candidateUnit};
  }
};

CompilerFamily familyOf(llvm::StringRef producer) {
  if (producer.contains("clang"))
    return CompilerFamily::Clang;
  return producer.starts_with("GNU") ? CompilerFamily::GCC
                                     : CompilerFamily::Any;
}

} // namespace

UnitCatalog::UnitCatalog(const DebugInfo &info, const SourceModel &model,
                         KnownUnits &known, UnitTable &table)
    : info(info), model(model), known(known), table(table),
      unitsByFunction(model.functions.size()) {
  for (uint32_t i = 0; i < model.functions.size(); ++i)
    functionsByFile[model.functions[i].extent.file].push_back(i);
  for (uint32_t i = 0; i < model.units.size(); ++i) {
    const SourceUnit &unit = model.units[i];
    if (unit.function >= 0)
      unitsByFunction[unit.function].push_back(i);
    else
      fileLevelUnits[unit.extent.file].push_back(i);
  }
  for (const SourceExtent &extent : model.defaulted)
    defaultedByFile[extent.file].push_back(&extent);
  for (const SourceModel::Cleanup &each : model.cleanups)
    declarationsByCleanup[each.cleanup].push_back(each.declaration);
}

std::optional<uint32_t>
UnitCatalog::innermost(const std::vector<uint32_t> &candidates,
                       const std::string &file, SourceLocation at,
                       CompilerFamily compiler) const {
  Innermost best;
  auto applies = [&](const SourceExtent &extent) {
    return extent.file == file && holds(extent, at);
  };
  for (uint32_t i : candidates) {
    const SourceUnit &unit = model.units[i];
    if (applies(unit.extent))
      best.offer(unit.extent, /*candidateIsAnchor=*/false, i);
    for (const SourceAnchor &anchor : unit.anchors)
      if ((anchor.compiler == CompilerFamily::Any ||
           anchor.compiler == compiler) &&
          applies(anchor.extent))
        best.offer(anchor.extent, /*candidateIsAnchor=*/true, i);
  }
  return best.range ? std::optional(best.unit) : std::nullopt;
}

SourceScope UnitCatalog::scopeOf(const DebugFunction &function) const {
  std::map<uint32_t, unsigned> votes;
  SourceScope scope;
  scope.compiler = familyOf(info.units[function.unit].producer);
  // gcc initialises globals in a function that has no place in the source. Some
  // rows of this function in the line table have the position of the last `}`
  // in the source. So the rows of this function never count as code of a
  // function in the source.
  scope.isPlaceless = function.isArtificial &&
                      llvm::StringRef(function.name)
                          .starts_with("__static_initialization_and_destruct");
  for (const LineRow &row : function.rows) {
    if (!row.line || !row.column)
      continue;
    const std::string &file = info.files[row.file];
    SourceLocation at{row.line, row.column};
    if (auto units = fileLevelUnits.find(file); units != fileLevelUnits.end())
      scope.hasFileLevel |=
          innermost(units->second, file, at, scope.compiler).has_value();
    auto functions = functionsByFile.find(file);
    if (functions == functionsByFile.end() || scope.isPlaceless)
      continue;
    std::optional<uint32_t> best;
    for (uint32_t i : functions->second) {
      const SourceExtent &extent = model.functions[i].extent;
      bool isDeclared = !function.line || (extent.begin.line <= function.line &&
                                           function.line <= extent.end.line);
      if (isDeclared && holds(extent, at) &&
          (!best || model.functions[*best].extent.begin <= extent.begin))
        best = i;
    }
    if (best)
      ++votes[*best];
  }
  unsigned most = 0;
  for (auto [candidate, count] : votes)
    if (count > most) {
      most = count;
      scope.function = static_cast<int32_t>(candidate);
    }
  scope.isPlaceless |= function.isArtificial && scope.function < 0;
  return scope;
}

bool UnitCatalog::isDefaulted(const DebugFunction &function) const {
  return llvm::any_of(function.rows, [&](const LineRow &row) {
    auto extents = defaultedByFile.find(info.files[row.file]);
    return extents != defaultedByFile.end() && row.line && row.column &&
           llvm::any_of(extents->second, [&](const SourceExtent *extent) {
             return holds(*extent, {row.line, row.column});
           });
  });
}

std::optional<uint32_t> UnitCatalog::sourceAt(const SourceScope &scope,
                                              const LineRow &row) const {
  const std::string &file = info.files[row.file];
  SourceLocation at{row.line, row.column};
  std::optional<uint32_t> found;
  if (scope.function >= 0)
    found =
        innermost(unitsByFunction[scope.function], file, at, scope.compiler);
  if (!found && scope.hasFileLevel)
    if (auto units = fileLevelUnits.find(file); units != fileLevelUnits.end())
      found = innermost(units->second, file, at, scope.compiler);
  return found;
}

std::optional<UnitId> UnitCatalog::unitAt(const SourceScope &scope,
                                          const LineRow &row) {
  if (auto found = sourceAt(scope, row))
    return add(*found);
  return std::nullopt;
}

bool UnitCatalog::hasBindings(const SourceScope &scope) const {
  auto declares = [&](uint32_t unit) {
    return model.units[unit].bindings.has_value();
  };
  return (scope.function >= 0 &&
          llvm::any_of(unitsByFunction[scope.function], declares)) ||
         (scope.hasFileLevel &&
          llvm::any_of(llvm::make_second_range(fileLevelUnits),
                       [&](const std::vector<uint32_t> &units) {
                         return llvm::any_of(units, declares);
                       }));
}

bool UnitCatalog::isAtBindings(uint32_t unit, const LineRow &row) const {
  const std::optional<SourceExtent> &names = model.units[unit].bindings;
  return names && names->file == info.files[row.file] &&
         holds(*names, {row.line, row.column});
}

llvm::ArrayRef<uint32_t> UnitCatalog::declarationsOf(uint32_t cleanup) const {
  auto found = declarationsByCleanup.find(cleanup);
  return found == declarationsByCleanup.end()
             ? llvm::ArrayRef<uint32_t>()
             : llvm::ArrayRef<uint32_t>(found->second);
}

UnitId UnitCatalog::destructionOf(const KnownUnits::Destroyed &destroyed) {
  auto [found, isNew] =
      known.destructions.try_emplace(destroyed, UnitId(table.units.size()));
  if (isNew) {
    StatementUnit unit;
    const SourceExtent &brace = model.units[destroyed.cleanup].extent;
    unit.range = rangeFrom(fileId(brace.file), brace);
    unit.kind = UnitKind::Cleanup;
    unit.text = "~" + destroyed.object;
    table.units.push_back(std::move(unit));
  }
  return found->second;
}

std::vector<UnitId> UnitCatalog::testsAt(const SourceScope &scope,
                                         const LineRow &row) {
  std::vector<UnitId> tests;
  if (scope.function < 0 || scope.compiler != CompilerFamily::Clang)
    return tests;
  const std::vector<uint32_t> &units = unitsByFunction[scope.function];
  for (uint32_t i : units) {
    const std::optional<SourceExtent> &repeated = model.units[i].repeated;
    if (repeated && repeated->file == info.files[row.file] &&
        holds(*repeated, {row.line, row.column}))
      tests.push_back(add(i));
  }
  return tests;
}

bool UnitCatalog::isInBody(const SourceScope &scope, const LineRow &row) const {
  if (scope.function < 0)
    return true;
  const SourceExtent &extent = model.functions[scope.function].extent;
  return extent.file == info.files[row.file] &&
         (!row.column || holds(extent, {row.line, row.column}));
}

FileId UnitCatalog::fileId(const std::string &path) {
  auto [found, isNew] =
      known.files.try_emplace(path, FileId(table.files.size()));
  if (isNew)
    table.files.push_back(path);
  return found->second;
}

UnitId UnitCatalog::add(uint32_t sourceUnit) {
  auto [found, isNew] =
      known.bySource.try_emplace(sourceUnit, UnitId(table.units.size()));
  if (isNew) {
    known.sources[found->second] = sourceUnit;
    const SourceUnit &source = model.units[sourceUnit];
    StatementUnit unit;
    unit.range = rangeFrom(fileId(source.extent.file), source.extent);
    unit.kind = source.kind;
    unit.text = source.text;
    table.units.push_back(std::move(unit));
  }
  return found->second;
}

bool UnitCatalog::isUsers(const SourceScope &scope, const LineRow &row) const {
  return !scope.isPlaceless && !isSystemFile(info.files[row.file]);
}

std::string UnitCatalog::lineText(const LineRow &row) {
  auto [found, isNew] = linesByFile.try_emplace(row.file);
  const std::string &path = info.files[row.file];
  // The debug information may name a pipe or an endless device as a source.
  // Such a file must not be read.
  if (isNew && llvm::sys::fs::is_regular_file(path))
    if (auto buffer = llvm::MemoryBuffer::getFile(path)) {
      llvm::SmallVector<llvm::StringRef> lines;
      (*buffer)->getBuffer().split(lines, '\n');
      for (llvm::StringRef line : lines)
        found->second.push_back(line.str());
    }
  if (row.line == 0 || row.line > found->second.size())
    return "";
  return found->second[row.line - 1];
}

bool UnitCatalog::isClosingBrace(const LineRow &row) {
  std::string text = lineText(row);
  return row.column > 0 && row.column <= text.size() &&
         text[row.column - 1] == '}';
}

bool UnitCatalog::isLastBrace(const SourceScope &scope,
                              const LineRow &row) const {
  if (scope.function < 0)
    return false;
  const SourceExtent &body = model.functions[scope.function].body;
  return body.file == info.files[row.file] &&
         body.end == SourceLocation{row.line, row.column + 1};
}

UnitId UnitCatalog::lineUnit(const LineRow &row) {
  FileId file = fileId(info.files[row.file]);
  auto [found, isNew] = known.byLine.try_emplace({file, row.line, row.column},
                                                 UnitId(table.units.size()));
  if (!isNew)
    return found->second;
  bool isBrace = isClosingBrace(row);
  std::string line = lineText(row);
  uint32_t column = std::max(row.column, 1u);
  llvm::StringRef rest = llvm::StringRef(line).drop_front(
      std::min<size_t>(column - 1, line.size()));
  rest = isBrace ? rest.take_front(1) : rest.rtrim();
  StatementUnit unit;
  unit.range = {file, row.line, column, row.line,
                column + std::max<uint32_t>(rest.size(), 1)};
  unit.kind = isBrace ? UnitKind::Cleanup : UnitKind::Line;
  unit.text = rest.empty() ? "line " + llvm::utostr(row.line) : rest.str();
  table.units.push_back(std::move(unit));
  return found->second;
}

SourceRange UnitCatalog::rangeOf(const SourceScope &scope,
                                 const DebugFunction &function) {
  if (scope.function >= 0) {
    const SourceExtent &extent = model.functions[scope.function].extent;
    return rangeFrom(fileId(extent.file), extent);
  }
  uint32_t last = function.line;
  for (const LineRow &row : function.rows)
    if (row.file == function.file)
      last = std::max(last, row.line);
  return {fileId(info.files[function.file]), function.line, 1, last, 1};
}

SourceRange UnitCatalog::rangeOf(const SourceExtent &extent) {
  return rangeFrom(fileId(extent.file), extent);
}

const std::vector<SourceDecisions> &
UnitCatalog::decisionsOf(UnitId unit) const {
  static const std::vector<SourceDecisions> none;
  auto found = known.sources.find(unit);
  return found == known.sources.end() ? none
                                      : model.units[found->second].decisions;
}

} // namespace pinstripe
