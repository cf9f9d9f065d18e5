// Tells what the blocks (pieces) of a recompiled object file hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/ObjectBlocks.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using namespace llvm::jitlink;
using llvm::orc::MemProt;

static bool has(const Block &block, MemProt protection) {
  auto its = static_cast<unsigned>(block.getSection().getMemProt());
  return (its & static_cast<unsigned>(protection)) != 0;
}

static llvm::StringRef sectionOf(const Block &block) {
  return block.getSection().getName();
}

bool pinstripe::isWritable(const Block &block) {
  return has(block, MemProt::Write);
}

bool pinstripe::isCode(const Block &block) { return has(block, MemProt::Exec); }

bool pinstripe::isFrameTable(const Block &block) {
  return sectionOf(block) == ".eh_frame";
}

bool pinstripe::isOfLiterals(const Block &block) {
  return sectionOf(block).starts_with(".rodata.str1.") && !block.isZeroFill();
}

bool pinstripe::isNeverShared(const Block &block) {
  llvm::StringRef section = sectionOf(block);
  return isFrameTable(block) || section.starts_with(".gcc_except_table") ||
         section.starts_with(".rodata.str");
}

bool pinstripe::holdsLabelAddresses(const Block &block) {
  return !isCode(block) && llvm::any_of(block.edges(), [](const Edge &edge) {
    if (!edge.isRelocation() || edge.getKind() != x86_64::Pointer64)
      return false;
    const Symbol &target = edge.getTarget();
    return target.isDefined() && !target.hasName() &&
           isCode(target.getBlock()) &&
           static_cast<int64_t>(target.getOffset()) + edge.getAddend() != 0;
  });
}

bool pinstripe::isFilledByLinker(const Block &block, llvm::StringRef name) {
  llvm::StringRef section = sectionOf(block);
  return section.starts_with(".data.DW.ref.") ||
         section.starts_with(".data.rel.ro") ||
         (section == ".data" && name.empty());
}

bool pinstripe::isNameOfSource(const Symbol &symbol) {
  return symbol.hasName() && !symbol.getName().starts_with(".L") &&
         !symbol.getName().starts_with("DW.ref.");
}

bool pinstripe::isStaticLocal(llvm::StringRef name, llvm::StringRef function) {
  // In C, clang calls a static local variable `function.name`. In C++, the
  // mangled name of the variable contains the mangled name of the function.
  if (name.consume_front(function))
    return name.starts_with(".");
  bool isLocal = name.consume_front("_ZZ") || name.consume_front("_ZGVZ");
  // In C++, a variable can be local to a lambda inside a function. The mangled
  // name of the variable then begins with one more Z than the mangled name of
  // the function. So all leading Zs are ignored.
  return isLocal && function.consume_front("_Z") &&
         name.ltrim('Z').starts_with(function.ltrim('Z'));
}

bool pinstripe::leadsToBegin(const Edge &edge, bool isFromCode) {
  int64_t place =
      static_cast<int64_t>(edge.getTarget().getOffset()) + edge.getAddend();
  switch (edge.getKind()) {
  case x86_64::Pointer64:
  case x86_64::BranchPCRel32:
  case x86_64::PCRel32:
    return place == 0;
  case x86_64::Delta32:
    // A reference of the kind Delta32 is a stored distance. In an instruction,
    // the distance counts from the instruction's end, four bytes after the
    // address where the distance is stored. In data, the distance is an entry
    // of a jump table, so it does not lead to the start of a function.
    return isFromCode && place + 4 == 0;
  case x86_64::RequestGOTAndTransformToDelta32:
  case x86_64::RequestGOTAndTransformToPCRel32GOTLoadRelaxable:
  case x86_64::RequestGOTAndTransformToPCRel32GOTLoadREXRelaxable:
    return true;
  default:
    return false;
  }
}

uint32_t pinstripe::frameSizeOf(const Block &function) {
  constexpr uint32_t redZone = 128, saved = 64;
  if (function.isZeroFill())
    return redZone;
  // Looks for the instruction `sub rsp, size`, which makes room for the local
  // variables. At -O0 it is one of the first instructions.
  auto code = function.getContent().take_front(48);
  auto at = [&](size_t place) { return static_cast<uint8_t>(code[place]); };
  for (size_t i = 0; i + 7 <= code.size(); ++i) {
    if (at(i) != 0x48 || at(i + 2) != 0xec)
      continue;
    if (at(i + 1) == 0x83)
      return at(i + 3) + saved;
    if (at(i + 1) == 0x81)
      return (at(i + 3) | at(i + 4) << 8 | at(i + 5) << 16 |
              uint32_t(at(i + 6)) << 24) +
             saved;
  }
  return redZone;
}
