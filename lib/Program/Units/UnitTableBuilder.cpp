// Builds the unit table: the list of a program's statements and their code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/UnitTableBuilder.h"
#include "Code/Refusal.h"
#include "Source/SourceScanner.h"
#include "Units/DecisionFinder.h"
#include "Units/EntryFinder.h"
#include "Units/FlowFinder.h"
#include "Units/ModuleUnits.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

namespace pinstripe {

namespace {

/// Adds the functions of the program, or of one library, to a unit table.
class ModuleBuilder {
public:
  ModuleBuilder(DebugInfo info, const SourceModel &model,
                const Decoder &decoder, ModuleId module, KnownUnits &known,
                UnitTable &table)
      : info(std::move(info)), model(model), decoder(decoder),
        module(table.module(module)), table(table),
        catalog(this->info, model, known, table) {}

  llvm::Error build();

private:
  void addFunction(const DebugFunction &function);
  TracedFunction describe(const DebugFunction &function,
                          const SourceScope &scope, const FunctionCode &code,
                          const FrameLayout &frame, const FunctionModel &found);
  std::string refusal(const DebugFunction &function,
                      const SourceScope &scope) const;
  void refuse(const DebugFunction &function, std::string reason);
  std::string failureOf(const DebugFunction &function) const;
  bool isCoroutine(const SourceScope &scope) const {
    return scope.function >= 0 && model.functions[scope.function].isCoroutine;
  }
  llvm::Error checkUsable(size_t firstFunction, size_t firstRefused) const;

  DebugInfo info;
  const SourceModel &model;
  const Decoder &decoder;
  const TracedModule &module;
  UnitTable &table;
  UnitCatalog catalog;
};

void ModuleBuilder::refuse(const DebugFunction &function, std::string reason) {
  table.refused.push_back({function.name, info.files[function.file],
                           function.line, std::move(reason)});
}

/// Returns why a function that has debug information is not traced; empty if it
/// can be traced.
std::string ModuleBuilder::refusal(const DebugFunction &function,
                                   const SourceScope &scope) const {
  if (isSystemFile(info.files[function.file]))
    return refusal::systemHeader.str();
  // Location lists are a sign of optimised code. But clang also gives them to
  // the parameters of coroutines, even at -O0.
  if (function.hasLocationLists && !isCoroutine(scope))
    return "built with optimisation; build it with -O0";
  bool isMade = function.isArtificial || catalog.isDefaulted(function);
  if (!scope.isKnown() && isMade)
    return refusal::artificial.str();
  return "";
}

std::string ModuleBuilder::failureOf(const DebugFunction &function) const {
  auto found = model.failures.find(info.units[function.unit].mainFile);
  return found == model.failures.end() ? "" : ": " + found->second;
}

void moveBy(uint64_t base, UnitEntry &entry) {
  entry.address += base;
  for (uint64_t &successor : entry.flow.successors)
    successor += base;
  for (FixedStore &store : entry.flow.stores)
    if (!store.isInFrame)
      store.place += static_cast<int64_t>(base);
}

void ModuleBuilder::addFunction(const DebugFunction &function) {
  SourceScope scope = catalog.scopeOf(function);
  std::string reason = refusal(function, scope);
  if (!reason.empty())
    return refuse(function, reason);
  auto code = analyzeCode(function, info, decoder);
  if (!code)
    return refuse(function, "holds bytes that are not instructions");
  auto frame = findFrame(function, *code);
  if (!frame) {
    std::string problem = llvm::toString(frame.takeError());
    // The helper functions that clang makes for coroutines have rows in the
    // line table, but no frame pointer. They are refused because the compiler
    // made them, and not because of their frames.
    return refuse(function, function.isArtificial ? refusal::artificial.str()
                                                  : std::move(problem));
  }
  FunctionId id{static_cast<uint32_t>(table.functions.size())};
  FunctionModel found =
      findEntries(function, id, *code, *frame, scope, catalog, table);
  if (found.entries.empty())
    return refuse(function, refusal::noStatement.str());
  findFlow(*code, *frame, found);
  for (ConditionOperand &operand :
       findOperands(*code, *frame, found, catalog)) {
    operand.function = id;
    operand.address += module.base;
    operand.comparison += operand.comparison ? module.base : 0;
    table.operands.push_back(std::move(operand));
  }
  for (FlagReader reader : findFlagReaders(*code, *frame, found)) {
    reader.function = id;
    reader.address += module.base;
    reader.comparison += reader.comparison ? module.base : 0;
    table.flagReaders.push_back(reader);
  }
  table.functions.push_back(describe(function, scope, *code, *frame, found));
  // The addresses in `found` are those in the module's file. In the unit table,
  // the base of the module is added to each of them.
  for (UnitEntry &entry : found.entries)
    moveBy(module.base, entry);
  for (ModelNote &note : found.notes)
    note.address += module.base;
  llvm::append_range(table.entries, std::move(found.entries));
  llvm::append_range(table.notes, std::move(found.notes));
}

TracedFunction ModuleBuilder::describe(const DebugFunction &function,
                                       const SourceScope &scope,
                                       const FunctionCode &code,
                                       const FrameLayout &frame,
                                       const FunctionModel &found) {
  TracedFunction traced;
  traced.name = scope.function >= 0 ? model.functions[scope.function].name
                                    : function.name;
  traced.linkageName = function.linkageName;
  traced.range = catalog.rangeOf(scope, function);
  traced.low = module.base + function.low;
  traced.high = module.base + function.high;
  auto address = [&](uint32_t index) {
    return module.base + code.instructions[index].address;
  };
  traced.bodyStart = address(found.bodyStart);
  if (frame.tearDown) {
    traced.exit = address(*found.exit);
    traced.tearDown = address(*frame.tearDown);
    traced.resultReload = address(*found.resultReload);
    traced.ret = address(*frame.ret);
  }
  traced.frameSize = frame.frameSize;
  traced.returns = function.returns;
  traced.isImplicit = function.isArtificial && scope.function < 0;
  traced.isCoroutine = isCoroutine(scope);
  traced.fallbackReason = found.fallbackReason;
  if (!scope.isKnown() && traced.isFallback())
    traced.fallbackReason += failureOf(function);
  return traced;
}

llvm::Error ModuleBuilder::checkUsable(size_t firstFunction,
                                       size_t firstRefused) const {
  size_t optimised = 0, own = 0;
  for (const DebugFunction &function : info.functions) {
    if (isSystemFile(info.files[function.file]))
      continue;
    ++own;
    optimised += function.hasLocationLists;
  }
  if (optimised * 2 > own)
    return llvm::make_error<TargetError>(
        "'" + module.path +
        "' is built with optimisation; build it with -g -O0");
  if (table.functions.size() > firstFunction)
    return llvm::Error::success();
  std::string reasons;
  for (const RefusedFunction &refused :
       llvm::drop_begin(table.refused, firstRefused))
    if (reasons.empty() && refused.mayHoldStatements())
      reasons = "; '" + refused.name + "': " + refused.reason;
  bool isRemedyKnown = llvm::StringRef(reasons).contains("; build it");
  return llvm::make_error<TargetError>(
      "'" + module.path + "' has no function that can be traced" + reasons +
      (isRemedyKnown ? "" : "; build it with -g -O0"));
}

llvm::Error ModuleBuilder::build() {
  size_t firstFunction = table.functions.size();
  size_t firstRefused = table.refused.size();
  for (const DebugFunction &function : info.functions)
    addFunction(function);
  return checkUsable(firstFunction, firstRefused);
}

std::optional<UnitId> idOfSource(const KnownUnits &known, uint32_t source) {
  auto found = known.bySource.find(source);
  if (found == known.bySource.end())
    return std::nullopt;
  return found->second;
}

/// Links each declaration of an object with the cleanup unit that destroys the
/// object. This is the unit that destroys only this object, if there is one,
/// and otherwise the unit of the whole scope. A cleanup unit without an entry
/// is not linked, since it can't be skipped alone.
void linkCleanups(const SourceModel &model, const KnownUnits &known,
                  UnitTable &table) {
  std::set<UnitId> withEntries;
  for (const UnitEntry &entry : table.entries)
    withEntries.insert(entry.unit);
  std::set<SourceModel::Cleanup> linked;
  auto link = [&](uint32_t source, std::optional<UnitId> cleanup) {
    auto declaration = idOfSource(known, source);
    if (declaration && cleanup && withEntries.count(*cleanup))
      table.cleanupLinks.push_back({*declaration, *cleanup});
  };
  for (const auto &[destroyed, unit] : known.destructions) {
    link(destroyed.declaration, unit);
    linked.insert({destroyed.declaration, destroyed.cleanup});
  }
  for (const SourceModel::Cleanup &pair : model.cleanups)
    if (!linked.count(pair))
      link(pair.declaration, idOfSource(known, pair.cleanup));
}

/// Drops the cleanup of a scope from the table if no code is left for it. This
/// is so if each piece of its code belongs to a unit that destroys a single
/// object.
void dropEmptyCleanups(const KnownUnits &known, UnitTable &table) {
  std::set<UnitId> dropped;
  for (const auto &each : known.destructions)
    dropped.insert(*idOfSource(known, each.first.cleanup));
  for (const UnitEntry &entry : table.entries)
    dropped.erase(entry.unit);
  for (const ModelNote &note : table.notes)
    dropped.erase(note.unit);
  if (dropped.empty())
    return;
  std::vector<UnitId> renamed(table.units.size());
  std::vector<StatementUnit> left;
  for (uint32_t id = 0; id != table.units.size(); ++id) {
    renamed[id] = UnitId(left.size());
    if (!dropped.count(UnitId(id)))
      left.push_back(std::move(table.units[id]));
  }
  table.units = std::move(left);
  auto rename = [&](UnitId &unit) { unit = renamed[size_t(unit)]; };
  for (UnitEntry &entry : table.entries)
    rename(entry.unit);
  for (ConditionOperand &operand : table.operands)
    rename(operand.unit);
  for (ModelNote &note : table.notes)
    rename(note.unit);
  for (CleanupLink &link : table.cleanupLinks) {
    rename(link.declaration);
    rename(link.cleanup);
  }
}

void noteMergedMacros(const SourceModel &model, const KnownUnits &known,
                      UnitTable &table) {
  for (auto [source, count] : model.merged)
    if (auto unit = idOfSource(known, source))
      if (auto entry =
              std::ranges::find(table.entries, *unit, &UnitEntry::unit);
          entry != table.entries.end())
        table.notes.push_back(
            {ModelNote::Kind::Merged, entry->function, *unit, entry->address,
             std::to_string(count) + " statements of one macro expansion"});
}

/// Returns the innermost folder that contains all traced sources.
std::string sourceRoot(const UnitTable &table) {
  std::optional<std::string> root;
  for (const std::string &file : table.files) {
    if (isSystemFile(file))
      continue;
    llvm::StringRef folder = llvm::sys::path::parent_path(file);
    if (!root)
      root = folder.str();
    while (!root->empty() && folder != *root &&
           !folder.starts_with(*root == "/" ? "/" : *root + "/"))
      root = *root == "/" ? "" : llvm::sys::path::parent_path(*root).str();
  }
  return root.value_or("");
}

llvm::Expected<TracedModule> openModule(llvm::StringRef path, size_t number) {
  llvm::SmallString<256> resolved;
  if (std::error_code code = llvm::sys::fs::real_path(path, resolved))
    return llvm::make_error<UsageError>("'" + path + "': " + code.message() +
                                        "; give the path of the program");
  return TracedModule{resolved.str().str(), "", number * moduleSpacing};
}

/// Adds the program and the libraries as modules to the table. Reads the debug
/// information of each into `infos`.
llvm::Error readModules(llvm::StringRef program,
                        llvm::ArrayRef<std::string> libraries,
                        SourceFinder &sources, UnitTable &table,
                        std::vector<DebugInfo> &infos) {
  std::vector<std::string> paths{program.str()};
  llvm::append_range(paths, libraries);
  if (paths.size() > maxModules)
    return llvm::make_error<UsageError>(
        "more than " + llvm::Twine(maxModules - 1) + " modules; name fewer");
  for (const std::string &path : paths) {
    auto module = openModule(path, table.modules.size());
    if (!module)
      return module.takeError();
    auto info = readDebugInfo(module->path, sources);
    if (!info)
      return info.takeError();
    for (CompilationUnit &unit : info->units) {
      unit.module = module->path;
      unit.moduleHash = info->hash;
    }
    module->buildHash = info->hash;
    table.modules.push_back(std::move(*module));
    infos.push_back(std::move(*info));
  }
  return llvm::Error::success();
}

/// Returns a UsageError if one of the mappings of --source-map has not been
/// used for any source.
llvm::Error checkMappings(const SourceFinder &sources,
                          llvm::ArrayRef<DebugInfo> infos) {
  const SourceMapping *unused = sources.unusedMapping();
  if (!unused)
    return llvm::Error::success();
  auto moved = sources.foundByName().begin();
  bool isMoved = moved != sources.foundByName().end();
  return llvm::make_error<UsageError>(
      "--source-map " + unused->from + "=" + unused->to +
      ": no source had a path that begins with " + unused->from +
      "; one of them is " +
      (isMoved ? moved->first : infos.front().units.front().mainFile));
}

} // namespace

llvm::Error addUnits(DebugInfo info, const SourceModel &model,
                     const Decoder &decoder, ModuleId module, KnownUnits &known,
                     UnitTable &table) {
  return ModuleBuilder(std::move(info), model, decoder, module, known, table)
      .build();
}

/// Removes operands that have the same address as another operand, since one
/// instruction can't decide about two operands. Such operands occur if a line
/// table does not fit the source, so that one statement looks like two. The
/// remaining operands are sorted by address.
static void sortOperands(std::vector<ConditionOperand> &operands) {
  std::map<uint64_t, unsigned> countAt;
  for (const ConditionOperand &operand : operands)
    ++countAt[operand.address];
  llvm::erase_if(operands, [&](const ConditionOperand &operand) {
    return countAt[operand.address] > 1;
  });
  std::ranges::sort(operands, {}, &ConditionOperand::address);
}

void finishTable(const SourceModel &model, const KnownUnits &known,
                 UnitTable &table) {
  std::ranges::sort(table.entries, {}, &UnitEntry::address);
  sortOperands(table.operands);
  std::ranges::sort(table.flagReaders, {}, &FlagReader::address);
  linkCleanups(model, known, table);
  noteMergedMacros(model, known, table);
  dropEmptyCleanups(known, table);
}

llvm::Expected<UnitTable> buildUnitTable(llvm::StringRef programPath,
                                         const ModelOptions &options) {
  UnitTable table;
  std::vector<DebugInfo> infos; // by ModuleId
  SourceFinder inPlace;
  SourceFinder &sources = options.sources ? *options.sources : inPlace;
  if (llvm::Error error =
          readModules(programPath, options.libraries, sources, table, infos))
    return error;
  if (llvm::Error error = checkMappings(sources, infos))
    return error;
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  std::vector<CompilationUnit> units;
  for (const DebugInfo &info : infos)
    llvm::append_range(units, info.units);
  SourceModel model = scanSources(units, options, table.programPath());
  if (options.isStopped())
    return llvm::make_error<InterruptedError>();
  KnownUnits known;
  for (size_t i = 0; i < infos.size(); ++i)
    if (llvm::Error error = addUnits(std::move(infos[i]), model, **decoder,
                                     ModuleId(i), known, table))
      return error;
  finishTable(model, known, table);
  table.sourceRoot = sourceRoot(table);
  table.userFolder = currentFolder();
  return table;
}

} // namespace pinstripe
