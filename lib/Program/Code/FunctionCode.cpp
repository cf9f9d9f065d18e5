// Analyses the control flow, live registers and stack depth of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Code/FunctionCode.h"
#include "pinstripe/Program/JumpTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace pinstripe {

bool FunctionCode::fallsInto(uint32_t index) const {
  return index > 0 && llvm::is_contained(successors[index - 1], index);
}

namespace {

bool neverReturns(llvm::StringRef callee) {
  return llvm::StringSwitch<bool>(callee)
      .Cases("exit", "_exit", "_Exit", "quick_exit", "abort", true)
      .Cases("__assert_fail", "__assert", "__stack_chk_fail", true)
      .Cases("__fortify_fail", "__chk_fail", "_ZSt9terminatev", true)
      .Cases("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", true)
      .Cases("_Unwind_Resume", "__cxa_throw", "__cxa_rethrow", true)
      .Cases("__cxa_bad_cast", "__cxa_pure_virtual", true)
      .Case("__cxa_throw_bad_array_new_length", true)
      .StartsWith("_ZSt20__throw_", true)
      .StartsWith("_ZSt24__throw_", true)
      .StartsWith("_ZSt19__throw_", true)
      .Default(false);
}

class CodeAnalyzer {
public:
  CodeAnalyzer(const DebugFunction &function, const DebugInfo &info,
               FunctionCode &code)
      : function(function), info(info), code(code),
        targets(info, {function.low, function.high}, code.instructions) {}

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
  void markUnwinding();
  void addCallUses();
  void computeLiveness();
  void computeDepth();
  bool isLast(uint32_t index) const;
  void link(uint32_t from, uint64_t toAddress) {
    if (auto to = indexAt(code.instructions, toAddress))
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

  const DebugFunction &function;
  const DebugInfo &info;
  FunctionCode &code;
  JumpTargets targets;
  /// Indices of the instructions to which an indirect jump may lead. The
  /// addresses of these instructions are stored in data or computed by `lea`.
  std::vector<uint32_t> labels;
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
  for (uint64_t label : targets.labels())
    if (auto index = indexAt(code.instructions, label)) {
      code.isTarget[*index] = true;
      labels.push_back(*index);
    }
  for (uint64_t pad : function.landingPads)
    if (auto index = indexAt(code.instructions, pad))
      code.isTarget[*index] = true;
}

/// Returns true if control can't go from an instruction to the next one in
/// memory: the instruction is an unconditional jump, a return, ...
bool CodeAnalyzer::isLast(uint32_t index) const {
  const Instruction &instruction = code.instructions[index];
  if (instruction.kind != Instruction::Kind::Call)
    return instruction.endsBlock();
  return neverReturns(code.callee[index]) ||
         (!instruction.isIndirect &&
          info.neverReturning.count(instruction.target) != 0);
}

void CodeAnalyzer::connect() {
  using Kind = Instruction::Kind;
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    if (instruction.isJumpLike() && !instruction.isIndirect)
      link(i, instruction.target);
    if (instruction.kind == Kind::Jump && instruction.isIndirect) {
      for (uint64_t entry : targets.tableEntries(i))
        link(i, entry);
      for (uint32_t label : labels)
        link(i, label, /*isJump=*/true);
    }
    if (!isLast(i) && i + 1 < code.size())
      link(i, i + 1, /*isJump=*/false);
  }
}

void CodeAnalyzer::markUnwinding() {
  llvm::SmallVector<uint32_t> pending;
  for (uint64_t pad : function.landingPads)
    if (auto index = indexAt(code.instructions, pad))
      pending.push_back(*index);
  while (!pending.empty()) {
    uint32_t i = pending.pop_back_val();
    if (code.isUnwinding[i])
      continue;
    code.isUnwinding[i] = true;
    if (code.callee[i] == "__cxa_begin_catch")
      continue;
    llvm::append_range(pending, code.successors[i]);
  }
}

/// Adds the registers that call instructions read. A call is assumed to read
/// each argument register that the code of its basic block sets after the
/// previous call. A register does not count if another instruction reads its
/// value before the call, since the value was meant for that instruction.
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
  auto pending = llvm::to_vector(llvm::seq<uint32_t>(0, code.size()));
  while (!pending.empty()) {
    uint32_t i = pending.pop_back_val();
    RegisterSet out = 0;
    for (uint32_t next : code.successors[i])
      out |= code.liveIn[next];
    const Instruction &instruction = code.instructions[i];
    RegisterSet in = instruction.uses | (out & ~instruction.defines);
    in &= ~(generalRegister(RSP) | generalRegister(RBP));
    if (in == code.liveIn[i])
      continue;
    code.liveIn[i] = in;
    llvm::append_range(pending, code.predecessors[i]);
  }
}

void CodeAnalyzer::computeDepth() {
  // The stack depth is rsp - rbp. At the function's entry it is 8, since rsp
  // points to the return address, which will be at rbp + 8. At a landing pad,
  // where control arrives after an exception, this analysis does not know rsp.
  llvm::SmallVector<uint32_t> pending{0};
  std::vector<bool> isDone(code.size());
  code.depth[0] = 8;
  while (!pending.empty()) {
    uint32_t i = pending.pop_back_val();
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
