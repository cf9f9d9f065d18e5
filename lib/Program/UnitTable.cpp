//===- UnitTable.cpp - Statement units and where their code is ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace pinstripe {

llvm::StringRef unitKindName(UnitKind kind) {
  switch (kind) {
  case UnitKind::Expression:
    return "expression";
  case UnitKind::Declaration:
    return "declaration";
  case UnitKind::Condition:
    return "condition";
  case UnitKind::LoopInit:
    return "loop init";
  case UnitKind::LoopIncrement:
    return "loop increment";
  case UnitKind::Return:
    return "return";
  case UnitKind::Initializer:
    return "initializer";
  case UnitKind::Cleanup:
    return "cleanup";
  case UnitKind::Line:
    return "line";
  }
  llvm_unreachable("a unit kind without a name");
}

std::optional<EntryId> UnitTable::entryAt(uint64_t address) const {
  auto found = llvm::partition_point(
      entries, [&](const UnitEntry &entry) { return entry.address < address; });
  if (found == entries.end() || found->address != address)
    return std::nullopt;
  return static_cast<EntryId>(found - entries.begin());
}

ModuleId UnitTable::moduleOf(uint64_t address) const {
  auto next = llvm::partition_point(modules, [&](const TracedModule &module) {
    return module.base <= address;
  });
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

std::string UnitTable::displayName(const TracedFunction &function) const {
  std::string library = libraryName(moduleOf(function.low));
  return library.empty() ? function.name : function.name + " (" + library + ")";
}

std::string UnitTable::displayPath(FileId id) const {
  llvm::StringRef path = file(id);
  llvm::StringRef root = llvm::StringRef(sourceRoot).rtrim('/');
  llvm::StringRef rest = path;
  // The root must end where a folder name ends: /src is no root of /srcs/a.c.
  if (root.empty() || !rest.consume_front(root) || !rest.consume_front("/"))
    return path.str();
  return rest.ltrim('/').str();
}

} // namespace pinstripe
