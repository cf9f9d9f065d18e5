// Describes the statement units of a program and where their code is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/UnitTable.h"
#include "Code/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace pinstripe {

llvm::StringRef unitKindName(UnitKind kind) {
  // The names of the kinds of units, in the order of the enumerators of
  // UnitKind.
  static constexpr llvm::StringLiteral names[] = {
      "expression", "declaration", "condition", "loop init", "loop increment",
      "return",     "initializer", "cleanup",   "line"};
  return names[static_cast<size_t>(kind)];
}

llvm::StringRef unitKindWords(UnitKind kind) {
  return kind == UnitKind::Cleanup ? "clean-up" : unitKindName(kind);
}

bool RefusedFunction::mayHoldStatements() const {
  return !llvm::is_contained({refusal::systemHeader, refusal::artificial,
                              refusal::noStatement, refusal::noRow,
                              refusal::noCode},
                             llvm::StringRef(reason));
}

std::optional<EntryId> UnitTable::entryAt(uint64_t address) const {
  auto found =
      std::ranges::lower_bound(entries, address, {}, &UnitEntry::address);
  if (found == entries.end() || found->address != address)
    return std::nullopt;
  return static_cast<EntryId>(found - entries.begin());
}

ModuleId UnitTable::moduleOf(uint64_t address) const {
  auto next =
      std::ranges::upper_bound(modules, address, {}, &TracedModule::base);
  return static_cast<ModuleId>(
      std::max<ptrdiff_t>(next - modules.begin() - 1, 0));
}

uint64_t UnitTable::fileAddress(uint64_t address) const {
  return modules.empty() ? address : address - module(moduleOf(address)).base;
}

std::string UnitTable::libraryName(ModuleId id) const {
  if (id == ModuleId{})
    return "";
  return llvm::sys::path::filename(module(id).path).str();
}

/// Returns a remark for a function that the compiler has made, such as
/// " (constructor made by the compiler)".
static std::string describeImplicit(const TracedFunction &function) {
  llvm::ItaniumPartialDemangler demangler;
  bool isSpecial = !demangler.partialDemangle(function.linkageName.c_str()) &&
                   demangler.isCtorOrDtor();
  if (!isSpecial)
    return " (made by the compiler)";
  bool isDestructor = llvm::StringRef(function.name).contains('~');
  return isDestructor ? " (destructor made by the compiler)"
                      : " (constructor made by the compiler)";
}

std::string UnitTable::displayName(const TracedFunction &function) const {
  std::string name = function.name;
  if (function.isImplicit)
    name += describeImplicit(function);
  std::string library = libraryName(moduleOf(function.low));
  return library.empty() ? name : name + " (" + library + ")";
}

/// Returns the path relative to an absolute folder, such as `../lib/a.c`.
static std::string relativeTo(llvm::StringRef folder, llvm::StringRef path) {
  namespace paths = llvm::sys::path;
  auto above = paths::begin(folder), aboveEnd = paths::end(folder);
  auto part = paths::begin(path), end = paths::end(path);
  // Names of folders are compared as a whole: /srcs/a.c is not below /src.
  while (above != aboveEnd && part != end && *above == *part) {
    ++above;
    ++part;
  }
  std::string result;
  for (; above != aboveEnd; ++above)
    result += "../";
  for (bool isFirst = true; part != end; ++part, isFirst = false)
    result += (isFirst ? "" : "/") + part->str();
  return result;
}

std::string UnitTable::displayPath(llvm::StringRef path) const {
  llvm::StringRef folder = llvm::StringRef(userFolder).rtrim('/');
  if (folder.empty())
    return path.str();
  std::string relative = relativeTo(folder, path);
  bool isShorter = !relative.empty() && relative.size() < path.size();
  return isShorter ? relative : path.str();
}

bool UnitTable::isBelowSourceRoot(FileId id) const {
  llvm::StringRef root = llvm::StringRef(sourceRoot).rtrim('/');
  llvm::StringRef path = file(id);
  return root.empty() || (path.consume_front(root) && path.starts_with("/"));
}

bool UnitTable::isNamed(FileId id, llvm::StringRef name) const {
  llvm::StringRef path = file(id);
  if (path == name)
    return true;
  if (path.consume_back(name) && path.ends_with("/"))
    return !name.empty();
  if (!name.contains("./"))
    return false;
  llvm::SmallString<256> typed(name);
  llvm::sys::fs::make_absolute(userFolder, typed);
  llvm::sys::path::remove_dots(typed, /*remove_dot_dot=*/true);
  return typed == file(id);
}

std::string currentFolder() {
  llvm::SmallString<256> folder;
  return llvm::sys::fs::real_path(".", folder) ? "" : folder.str().str();
}

} // namespace pinstripe
