// Finds members and template arguments of C++ library classes in DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/LibraryClass.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm::dwarf;

namespace pinstripe {

namespace {

/// Adds the template arguments of a class to `arguments`, also those in
/// parameter packs.
void addArguments(llvm::DWARFDie die, std::vector<llvm::DWARFDie> &arguments) {
  for (llvm::DWARFDie child : die.children()) {
    switch (child.getTag()) {
    case DW_TAG_template_type_parameter:
    case DW_TAG_template_value_parameter:
      arguments.push_back(child);
      break;
    case DW_TAG_GNU_template_parameter_pack:
      addArguments(child, arguments);
      break;
    default:
      break;
    }
  }
}

/// Returns the alignment of a type, which follows from the alignments of its
/// members. Looks at no more than `left` types, because a type in damaged debug
/// information may contain itself.
uint64_t alignmentOf(const DebugType &type, const TypeLookup &lookup,
                     unsigned &left) {
  if (!type.die || left == 0)
    return 1;
  --left;
  if (auto stated = toUnsigned(type.die.find(DW_AT_alignment)))
    return *stated;
  if (type.isString() || type.isShortString())
    return 8;
  if (type.isArray())
    return alignmentOf(lookup.complete(type.target()), lookup, left);
  if (!type.isStructure())
    return std::clamp<uint64_t>(type.size().value_or(1), 1, 16);
  uint64_t alignment = 1;
  for (llvm::DWARFDie child : type.die.children()) {
    bool isPart =
        child.getTag() == DW_TAG_member || child.getTag() == DW_TAG_inheritance;
    if (isPart && !child.find(DW_AT_external) && !child.find(DW_AT_declaration))
      alignment = std::max(
          alignment, alignmentOf(lookup.complete(typeOf(child)), lookup, left));
  }
  return alignment;
}

} // namespace

LibraryClass::LibraryClass(const DebugType &type, const TypeLookup &lookup)
    : type(type), lookup(lookup) {
  addArguments(type.die, arguments);
}

llvm::StringRef LibraryClass::templateName() const {
  llvm::StringRef name = toString(type.die.find(DW_AT_name), "");
  return name.split('<').first;
}

uint32_t LibraryClass::alignedTo(uint32_t offset, const DebugType &each) const {
  unsigned left = 1000;
  return static_cast<uint32_t>(
      llvm::alignTo(offset, alignmentOf(lookup.complete(each), lookup, left)));
}

std::optional<DebugMember> LibraryClass::member(llvm::StringRef path) const {
  DebugMember found;
  found.type = type;
  while (!path.empty()) {
    auto [name, rest] = path.split('.');
    auto next = findMember(lookup.complete(found.type), name);
    if (!next)
      return std::nullopt;
    next->offset += found.offset;
    found = *next;
    path = rest;
  }
  return found;
}

std::optional<DebugMember> LibraryClass::anyMember(Paths paths) const {
  for (llvm::StringRef path : paths)
    if (auto found = member(path))
      return found;
  return std::nullopt;
}

bool LibraryClass::place(uint32_t &offset, Paths paths) const {
  auto found = anyMember(paths);
  if (found)
    offset = static_cast<uint32_t>(found->offset);
  return found.has_value();
}

DebugType LibraryClass::argument(size_t index) const {
  return index < arguments.size() ? lookup.complete(typeOf(arguments[index]))
                                  : DebugType();
}

DebugType LibraryClass::element() const {
  DebugType found = argument(0);
  // If a unique_ptr points to an array of unknown length, as unique_ptr<int[]>
  // does, the result is the type of the array's elements.
  return found.isArray() && !found.size() ? lookup.complete(found.target())
                                          : found;
}

bool isLibraryClass(const DebugType &type) {
  if (!type.isStructure())
    return false;
  llvm::DWARFDie outermost;
  for (llvm::DWARFDie scope = type.die.getParent();
       scope && scope.getTag() == DW_TAG_namespace; scope = scope.getParent())
    outermost = scope;
  llvm::StringRef name =
      outermost ? toString(outermost.find(DW_AT_name), "") : "";
  return name == "std" || name == "__gnu_cxx";
}

} // namespace pinstripe
