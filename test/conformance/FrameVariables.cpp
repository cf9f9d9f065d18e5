// Tells which bytes of a stack frame belong to variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FrameVariables.h"

#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/LEB128.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using namespace llvm::dwarf;

/// Returns the distance from rbp to the place from which the debug information
/// of a function counts.
static int64_t frameBase(llvm::DWARFDie function) {
  auto base = function.find(DW_AT_frame_base);
  auto block = base ? base->getAsBlock() : std::nullopt;
  return block && block->size() == 1 && block->front() == DW_OP_call_frame_cfa
             ? 16
             : 0;
}

/// Calls `visit` with the distance from rbp and the size of each variable in
/// `scope`.
template <typename Visit>
static void forEachVariable(llvm::DWARFDie scope, Visit visit) {
  for (llvm::DWARFDie child : scope.children()) {
    if (child.getTag() != DW_TAG_subprogram)
      forEachVariable(child, visit);
    auto location = child.find(DW_AT_location);
    auto block = location ? location->getAsBlock() : std::nullopt;
    if (!block || block->empty() || block->front() != DW_OP_fbreg)
      continue;
    constexpr uint64_t large = 256;
    auto type = child.getAttributeValueAsReferencedDie(DW_AT_type);
    visit(llvm::decodeSLEB128(block->data() + 1),
          type ? type.getTypeSize(8).value_or(large) : large);
  }
}

llvm::Expected<FrameVariables> FrameVariables::read(const UnitTable &table) {
  FrameVariables result;
  for (const TracedModule &module : table.modules) {
    auto file = llvm::object::ObjectFile::createObjectFile(module.path);
    if (!file)
      return file.takeError();
    auto dwarf = llvm::DWARFContext::create(*file->getBinary());
    for (const auto &unit : dwarf->compile_units())
      for (const llvm::DWARFDebugInfoEntry &entry : unit->dies()) {
        llvm::DWARFDie die(unit.get(), &entry);
        uint64_t low = 0, high = 0, section = 0;
        if (die.getTag() != DW_TAG_subprogram ||
            !die.getLowAndHighPC(low, high, section))
          continue;
        int64_t base = frameBase(die);
        auto &places = result.byFunction[module.base + low];
        forEachVariable(die, [&](int64_t offset, uint64_t size) {
          int64_t begin = base + offset;
          places.push_back({begin, begin + static_cast<int64_t>(size)});
        });
      }
  }
  return result;
}

bool FrameVariables::covers(uint64_t function, int64_t offset,
                            uint64_t size) const {
  auto found = byFunction.find(function);
  if (found == byFunction.end())
    return true;
  for (const Bytes &bytes : found->second)
    if (bytes.begin < offset + static_cast<int64_t>(size) && offset < bytes.end)
      return true;
  return false;
}
