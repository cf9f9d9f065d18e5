//===- UnitTableBuilder.cpp - From an executable to its unit table -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Program/UnitTableBuilder.h"
#include "EntryFinder.h"
#include "SourceScanner.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pinstripe {

namespace {

bool isSystemFile(StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/");
}

class Builder {
public:
  Builder(DebugInfo info, SourceModel model, const Decoder &decoder,
          UnitTable &table)
      : info(std::move(info)), model(std::move(model)), decoder(decoder),
        table(table), catalog(this->info, this->model, table) {}

  Error build();

private:
  void addFunction(const DebugFunction &function);
  std::string refusal(const DebugFunction &function,
                      const SourceScope &scope) const;
  void refuse(const DebugFunction &function, std::string reason);
  std::string failureOf(const DebugFunction &function) const;
  void link();
  void noteMergedMacros();
  Error checkUsable() const;
  std::string sourceRoot() const;

  DebugInfo info;
  SourceModel model;
  const Decoder &decoder;
  UnitTable &table;
  UnitCatalog catalog;
};

void Builder::refuse(const DebugFunction &function, std::string reason) {
  table.refused.push_back({function.name, info.files[function.file],
                           function.line, std::move(reason)});
}

/// Why the function runs as it is although it has debug information; empty
/// if it is to be traced.
std::string Builder::refusal(const DebugFunction &function,
                             const SourceScope &scope) const {
  if (isSystemFile(info.files[function.file]))
    return "from a system header";
  if (function.hasLocationLists)
    return "built with optimisation; build it with -O0";
  if (!scope.isKnown() && function.isArtificial)
    return "made by the compiler, without source of its own";
  return "";
}

std::string Builder::failureOf(const DebugFunction &function) const {
  auto found = model.failures.find(info.units[function.unit].mainFile);
  return found == model.failures.end() ? "" : ": " + found->second;
}

void Builder::addFunction(const DebugFunction &function) {
  SourceScope scope = catalog.scopeOf(function);
  std::string reason = refusal(function, scope);
  if (!reason.empty())
    return refuse(function, reason);
  auto code = analyzeCode(function, info, decoder);
  if (!code)
    return refuse(function, "holds bytes that are no instructions");
  auto frame = findFrame(function, *code);
  if (!frame)
    return refuse(function, toString(frame.takeError()));
  FunctionId id{static_cast<uint32_t>(table.functions.size())};
  FunctionModel found =
      findEntries(function, id, *code, *frame, scope, catalog, table);
  if (found.entries.empty())
    return refuse(function, "has no statement with code of its own");
  TracedFunction traced;
  traced.name = scope.function >= 0 ? model.functions[scope.function].name
                                    : function.name;
  traced.linkageName = function.linkageName;
  traced.range = catalog.rangeOf(scope, function);
  traced.low = function.low;
  traced.high = function.high;
  auto address = [&](uint32_t index) {
    return code->instructions[index].address;
  };
  traced.bodyStart = address(found.bodyStart);
  if (frame->tearDown) {
    traced.exit = address(*found.exit);
    traced.tearDown = address(*frame->tearDown);
    traced.resultReload = address(*found.resultReload);
    traced.ret = address(*frame->ret);
  }
  traced.frameSize = frame->frameSize;
  traced.returns = function.returns;
  traced.fallbackReason = found.fallbackReason;
  if (!scope.isKnown() && traced.isFallback())
    traced.fallbackReason += failureOf(function);
  table.functions.push_back(std::move(traced));
  append_range(table.entries, std::move(found.entries));
  append_range(table.notes, std::move(found.notes));
}

void Builder::link() {
  for (const SourceModel::Cleanup &pair : model.cleanups) {
    auto declaration = catalog.idOfSource(pair.declaration);
    auto cleanup = catalog.idOfSource(pair.cleanup);
    if (declaration && cleanup)
      table.cleanupLinks.push_back({*declaration, *cleanup});
  }
}

void Builder::noteMergedMacros() {
  for (auto [source, count] : model.merged)
    if (auto unit = catalog.idOfSource(source))
      for (const UnitEntry &entry : table.entries)
        if (entry.unit == *unit) {
          table.notes.push_back(
              {ModelNote::Kind::Merged, entry.function, *unit, entry.address,
               std::to_string(count) + " statements of one macro expansion"});
          break;
        }
}

Error Builder::checkUsable() const {
  size_t optimised = 0, own = 0;
  for (const DebugFunction &function : info.functions) {
    if (isSystemFile(info.files[function.file]))
      continue;
    ++own;
    optimised += function.hasLocationLists;
  }
  if (optimised * 2 > own)
    return make_error<TargetError>(
        "'" + table.programPath() +
        "' is built with optimisation; build it with -g -O0");
  if (!table.functions.empty())
    return Error::success();
  std::string reasons;
  for (const RefusedFunction &refused : table.refused)
    if (reasons.empty() && refused.reason != "from a system header")
      reasons = "; '" + refused.name + "': " + refused.reason;
  return make_error<TargetError>("'" + table.programPath() +
                                 "' has no function that can be traced" +
                                 reasons + "; build it with -g -O0");
}

/// The longest folder that holds all traced sources.
std::string Builder::sourceRoot() const {
  std::optional<std::string> root;
  for (const std::string &file : table.files) {
    if (isSystemFile(file))
      continue;
    StringRef folder = sys::path::parent_path(file);
    if (!root)
      root = folder.str();
    while (!root->empty() && folder != *root &&
           !folder.starts_with(*root == "/" ? "/" : *root + "/"))
      root = *root == "/" ? "" : sys::path::parent_path(*root).str();
  }
  return root.value_or("");
}

Error Builder::build() {
  for (const DebugFunction &function : info.functions)
    addFunction(function);
  llvm::sort(table.entries, [](const UnitEntry &a, const UnitEntry &b) {
    return a.address < b.address;
  });
  link();
  noteMergedMacros();
  table.sourceRoot = sourceRoot();
  table.modules.front().buildHash = info.hash;
  return checkUsable();
}

} // namespace

Expected<UnitTable> buildUnitTable(StringRef programPath,
                                   const ModelOptions &options) {
  SmallString<256> resolved;
  if (std::error_code code = sys::fs::real_path(programPath, resolved))
    return make_error<UsageError>("'" + programPath + "': " + code.message() +
                                  "; give the path of the program");
  UnitTable table;
  table.modules.push_back({resolved.str().str(), "", 0});
  auto info = readDebugInfo(table.programPath());
  if (!info)
    return info.takeError();
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  SourceModel model = scanSources(info->units, options.compilationDatabase,
                                  table.programPath());
  Builder builder(std::move(*info), std::move(model), **decoder, table);
  if (Error error = builder.build())
    return error;
  return table;
}

} // namespace pinstripe
