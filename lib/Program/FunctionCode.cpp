//===- FunctionCode.cpp - Control flow and live registers of a function -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace pinstripe {

std::optional<uint32_t> FunctionCode::indexAt(uint64_t address) const {
  auto found = llvm::lower_bound(
      instructions, address,
      [](const Instruction &i, uint64_t value) { return i.address < value; });
  if (found == instructions.end() || found->address != address)
    return std::nullopt;
  return static_cast<uint32_t>(found - instructions.begin());
}

bool FunctionCode::fallsInto(uint32_t index) const {
  return index > 0 && llvm::is_contained(successors[index - 1], index);
}

namespace {

bool neverReturns(StringRef callee) {
  static constexpr const char *names[] = {"exit",
                                          "_exit",
                                          "_Exit",
                                          "quick_exit",
                                          "abort",
                                          "__assert_fail",
                                          "__assert",
                                          "__stack_chk_fail",
                                          "longjmp",
                                          "_longjmp",
                                          "siglongjmp",
                                          "__longjmp_chk",
                                          "_Unwind_Resume",
                                          "__cxa_throw",
                                          "__cxa_rethrow",
                                          "__cxa_bad_cast",
                                          "_ZSt9terminatev",
                                          "__cxa_throw_bad_array_new_length",
                                          "__cxa_pure_virtual",
                                          "__fortify_fail",
                                          "__chk_fail"};
  return llvm::is_contained(names, callee) ||
         callee.starts_with("_ZSt20__throw_") ||
         callee.starts_with("_ZSt24__throw_") ||
         callee.starts_with("_ZSt19__throw_");
}

class CodeAnalyzer {
public:
  CodeAnalyzer(const DebugFunction &function, const DebugInfo &info,
               FunctionCode &code)
      : function(function), info(info), code(code) {}

  void run() {
    size_t count = code.size();
    code.successors.resize(count);
    code.predecessors.resize(count);
    code.isTarget.resize(count);
    code.isUnwinding.resize(count);
    code.liveIn.resize(count);
    code.depth.resize(count);
    code.callee.resize(count);
    nameCallees();
    findLabels();
    connect();
    markUnwinding();
    addCallUses();
    computeLiveness();
    computeDepth();
  }

private:
  void nameCallees();
  void findLabels();
  void connect();
  unsigned tableSize(uint32_t jump) const;
  void addTable(uint32_t jump);
  void addTableEntries(uint32_t jump, uint64_t table, bool isRelative);
  void markUnwinding();
  void addCallUses();
  void computeLiveness();
  void computeDepth();
  void link(uint32_t from, uint64_t toAddress) {
    if (auto to = code.indexAt(toAddress))
      link(from, *to, /*isJump=*/true);
  }
  void link(uint32_t from, uint32_t to, bool isJump) {
    if (!llvm::is_contained(code.successors[from], to)) {
      code.successors[from].push_back(to);
      code.predecessors[to].push_back(from);
    }
    if (isJump)
      code.isTarget[to] = true;
  }
  bool isInside(uint64_t address) const {
    return address >= function.low && address < function.high;
  }

  const DebugFunction &function;
  const DebugInfo &info;
  FunctionCode &code;
  std::vector<uint32_t> labels; ///< whose address is taken
  std::set<uint64_t> addressedData;
};

void CodeAnalyzer::nameCallees() {
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    if (instruction.kind != Instruction::Kind::Call)
      continue;
    const auto &names = instruction.isIndirect ? info.slots : info.symbols;
    auto found = names.find(instruction.isIndirect ? instruction.dataAddress
                                                   : instruction.target);
    if (found != names.end())
      code.callee[i] = found->second;
  }
}

void CodeAnalyzer::findLabels() {
  auto add = [&](uint64_t address) {
    if (auto index = code.indexAt(address)) {
      code.isTarget[*index] = true;
      labels.push_back(*index);
    }
  };
  for (auto at = info.codeAddressesInData.upper_bound(function.low);
       at != info.codeAddressesInData.end() && *at < function.high; ++at)
    add(*at);
  for (const Instruction &instruction : code.instructions)
    if (instruction.dataAddress)
      addressedData.insert(instruction.dataAddress);
  for (const Instruction &instruction : code.instructions)
    if (instruction.isLea && instruction.dataAddress > function.low &&
        isInside(instruction.dataAddress))
      add(instruction.dataAddress);
  for (uint64_t pad : function.landingPads)
    if (auto index = code.indexAt(pad))
      code.isTarget[*index] = true;
}

/// The range check before an indirect jump bounds its table.
unsigned CodeAnalyzer::tableSize(uint32_t jump) const {
  constexpr unsigned most = 4096;
  constexpr uint32_t reach = 24;
  bool sawCheck = false;
  for (uint32_t i = jump; i > 0 && i + reach > jump; --i) {
    const Instruction &instruction = code.instructions[i - 1];
    sawCheck |= instruction.kind == Instruction::Kind::ConditionalJump;
    if (sawCheck && instruction.comparedWith)
      return static_cast<unsigned>(
          std::clamp<int64_t>(*instruction.comparedWith + 1, 1, most));
  }
  return most;
}

void CodeAnalyzer::addTableEntries(uint32_t jump, uint64_t table,
                                   bool isRelative) {
  unsigned mostEntries = tableSize(jump);
  unsigned width = isRelative ? 4 : 8;
  if (info.isCode(table))
    return;
  for (unsigned i = 0; i < mostEntries; ++i) {
    uint64_t at = table + uint64_t(i) * width;
    if (i && addressedData.count(at))
      return; // the next table
    ArrayRef<uint8_t> bytes = info.bytesAt(at, width);
    if (bytes.empty())
      return;
    uint64_t target =
        isRelative ? table + static_cast<int64_t>(static_cast<int32_t>(
                                 support::endian::read32le(bytes.data())))
                   : support::endian::read64le(bytes.data());
    if (!isInside(target))
      return;
    link(jump, target);
  }
}

/// Looks back from an indirect jump for the table that it uses: at -O0 the
/// address of the table is formed within a few instructions.
void CodeAnalyzer::addTable(uint32_t jump) {
  constexpr uint32_t reach = 14;
  for (uint32_t i = jump; i + reach > jump; --i) {
    const Instruction &instruction = code.instructions[i];
    if (instruction.dataAddress && instruction.isLea && !instruction.isIndexed)
      addTableEntries(jump, instruction.dataAddress, /*isRelative=*/true);
    else if (instruction.dataAddress > 0x1000 &&
             (instruction.isIndexed || i == jump))
      addTableEntries(jump, instruction.dataAddress, /*isRelative=*/false);
    if (i == 0)
      break;
  }
}

void CodeAnalyzer::connect() {
  using Kind = Instruction::Kind;
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    if (instruction.isJumpLike() && !instruction.isIndirect)
      link(i, instruction.target);
    if (instruction.kind == Kind::Jump && instruction.isIndirect) {
      addTable(i);
      for (uint32_t label : labels)
        link(i, label, /*isJump=*/true);
    }
    bool ends = instruction.endsBlock() || (instruction.kind == Kind::Call &&
                                            neverReturns(code.callee[i]));
    if (!ends && i + 1 < code.size())
      link(i, i + 1, /*isJump=*/false);
  }
}

void CodeAnalyzer::markUnwinding() {
  std::vector<uint32_t> pending;
  for (uint64_t pad : function.landingPads)
    if (auto index = code.indexAt(pad))
      pending.push_back(*index);
  while (!pending.empty()) {
    uint32_t i = pending.back();
    pending.pop_back();
    if (code.isUnwinding[i])
      continue;
    code.isUnwinding[i] = true;
    if (code.callee[i] == "__cxa_begin_catch")
      continue;
    for (uint32_t next : code.successors[i])
      pending.push_back(next);
  }
}

/// A call reads the argument registers that were set since the last call in
/// its block and not read again.
void CodeAnalyzer::addCallUses() {
  RegisterSet arguments = argumentRegisters();
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (code.instructions[i].kind != Instruction::Kind::Call)
      continue;
    RegisterSet read = 0, seen = 0, used = 0;
    for (uint32_t j = i; j > 0 && !code.isTarget[j]; --j) {
      const Instruction &before = code.instructions[j - 1];
      if (before.kind == Instruction::Kind::Call || before.isJumpLike() ||
          before.endsBlock())
        break;
      RegisterSet set = before.definesExplicitly & arguments & ~seen;
      used |= set & ~read;
      seen |= before.defines;
      read |= before.uses;
    }
    code.instructions[i].uses |= used;
  }
}

void CodeAnalyzer::computeLiveness() {
  std::vector<uint32_t> pending;
  for (uint32_t i = 0; i < code.size(); ++i)
    pending.push_back(i);
  while (!pending.empty()) {
    uint32_t i = pending.back();
    pending.pop_back();
    RegisterSet out = 0;
    for (uint32_t next : code.successors[i])
      out |= code.liveIn[next];
    const Instruction &instruction = code.instructions[i];
    RegisterSet in = instruction.uses | (out & ~instruction.defines);
    in &= ~(generalRegister(RSP) | generalRegister(RBP));
    if (in == code.liveIn[i])
      continue;
    code.liveIn[i] = in;
    for (uint32_t before : code.predecessors[i])
      pending.push_back(before);
  }
}

void CodeAnalyzer::computeDepth() {
  // At function entry rsp points to the return address, where rbp + 8 will
  // be. Unwinding restores the depth of the call site, which at -O0 is known
  // only by the code that follows: left unknown.
  std::vector<uint32_t> pending{0};
  std::vector<bool> isDone(code.size());
  code.depth[0] = 8;
  while (!pending.empty()) {
    uint32_t i = pending.back();
    pending.pop_back();
    if (isDone[i])
      continue;
    isDone[i] = true;
    const Instruction &instruction = code.instructions[i];
    std::optional<int64_t> after;
    if (instruction.stackFromFrame)
      after = instruction.stackFromFrame;
    else if (code.depth[i] && instruction.stackChange)
      after = *code.depth[i] + *instruction.stackChange;
    for (uint32_t next : code.successors[i]) {
      if (!isDone[next])
        code.depth[next] = after;
      pending.push_back(next);
    }
  }
}

} // namespace

std::optional<FunctionCode> analyzeCode(const DebugFunction &function,
                                        const DebugInfo &info,
                                        const Decoder &decoder) {
  auto decoded = decoder.decode(
      info.bytesAt(function.low, function.high - function.low), function.low);
  if (!decoded || decoded->empty())
    return std::nullopt;
  FunctionCode code;
  code.instructions = std::move(*decoded);
  CodeAnalyzer(function, info, code).run();
  return code;
}

} // namespace pinstripe
