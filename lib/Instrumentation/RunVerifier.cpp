// Verifies that moved instructions still do the same at their new place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunVerifier.h"
#include "pinstripe/Support/Hexadecimal.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace llvm;
using namespace pinstripe;

using Kind = Instruction::Kind;

RunVerifier::RunVerifier(const CodeReader &reader, ArrayRef<HookSite> sites,
                         const PatchedModule &patched)
    : isMet(sites.size()), reader(reader), sites(sites), patched(patched) {
  for (const MovedRun &run : patched.runs)
    trampolines[run.begin] = run.trampoline;
}

std::optional<CodeLine> RunVerifier::next() {
  auto line = reader.trampoline(at);
  if (line)
    at = line->end();
  return line;
}

/// Returns true if a jump to `target` has the same effect as a jump to
/// `original`: the two addresses are equal, or `target` is the trampoline of
/// the instructions that were moved from `original`.
bool RunVerifier::isSamePlace(uint64_t target, uint64_t original) const {
  auto trampoline = trampolines.find(original);
  return target == original ||
         (trampoline != trampolines.end() && target == trampoline->second);
}

std::string RunVerifier::jumpLeadsTo(uint64_t target) {
  auto jump = next();
  if (jump && jump->instruction.kind == Kind::Jump &&
      isSamePlace(jump->instruction.target, target))
    return "";
  return "the trampoline does not continue at " + hexadecimal(target);
}

/// If the original instruction at `original` has a hook (code that is added
/// before it), checks that the trampoline continues with the hook. Moves `at`,
/// the place in the trampoline, to the end of the hook's code. Returns a
/// description of the defect; an empty text if there is none.
std::string RunVerifier::checkHook(uint64_t original) {
  auto site = std::ranges::lower_bound(sites, original, {}, &HookSite::address);
  if (site == sites.end() || site->address != original)
    return "";
  size_t index = static_cast<size_t>(site - sites.begin());
  const HookPlace &place = patched.hooks[index];
  if (place.hook != site->hook || place.start != at || place.body < at)
    return "its hook is not executed before it";
  isMet[index] = true;
  at = place.body;
  return "";
}

std::string RunVerifier::checkJump(const CodeLine &original) {
  auto moved = next();
  bool isSame = moved && moved->instruction.kind == original.instruction.kind &&
                (moved->mnemonic() == original.mnemonic() ||
                 original.instruction.kind == Kind::Jump);
  if (!isSame)
    return "the copy of '" + original.text + "' does something else";
  if (isSamePlace(moved->instruction.target, original.instruction.target))
    return "";
  return "the copy of '" + original.text + "' leads elsewhere: " + moved->text;
}

/// Checks the copy of a `loop` or `jrcxz`. Such an instruction can't jump far
/// enough to leave a trampoline. So the copy must jump to a near jump that
/// leads to the target. A short jump must skip the near jump if the copy does
/// not jump.
std::string RunVerifier::checkCountDown(const CodeLine &original) {
  auto moved = next();
  auto over = next();
  uint64_t near = at;
  bool isRight = moved && over && moved->mnemonic() == original.mnemonic() &&
                 over->instruction.kind == Kind::Jump &&
                 moved->instruction.target == near;
  if (!isRight)
    return "the copy of '" + original.text + "' does something else";
  std::string problem = jumpLeadsTo(original.instruction.target);
  return problem.empty() && over->instruction.target != at
             ? "the copy of '" + original.text + "' does not fall through"
             : problem;
}

/// Checks the code that replaces a call. For an indirect call, `mov r11,
/// callee` comes first. A helper call then pushes a return address and skips
/// one byte. Next, `add [rsp], distance` corrects the pushed address, and a
/// jump leads to the called function.
std::string RunVerifier::checkCall(const CodeLine &original) {
  bool isIndirect = original.instruction.isIndirect;
  std::string wrong = "the copy of '" + original.text + "' ";
  if (isIndirect) {
    auto load = next();
    if (!load || load->mnemonic() != "mov" ||
        load->operands() != ("r11, " + original.operands()).str())
      return wrong + "does not load its callee";
  }
  auto push = next();
  if (!push || push->instruction.kind != Kind::Call ||
      push->instruction.isIndirect)
    return wrong + "pushes no return address";
  uint64_t pushed = at;
  at = push->instruction.target;
  auto correction = next();
  if (!correction ||
      !StringRef(correction->text).starts_with("add qword ptr [rsp], "))
    return wrong + "pushes a wrong return address";
  uint64_t returnAddress = pushed + int64_t(reader.lastWord(*correction));
  if (returnAddress != original.end())
    return wrong + "returns to " + hexadecimal(returnAddress);
  if (!isIndirect)
    return jumpLeadsTo(original.instruction.target);
  auto jump = next();
  return jump && jump->text == "jmp r11" ? "" : wrong + "calls nothing";
}

std::string RunVerifier::checkCopy(const CodeLine &original) {
  const Instruction &instruction = original.instruction;
  if (instruction.kind == Kind::Call)
    return checkCall(original);
  if (instruction.isJumpLike() && !instruction.isIndirect) {
    bool countsDown = original.mnemonic().starts_with("loop") ||
                      original.mnemonic().ends_with("cxz");
    return countsDown ? checkCountDown(original) : checkJump(original);
  }
  auto moved = next();
  if (!moved || moved->text != original.text)
    return "'" + original.text + "' became '" +
           (moved ? moved->text : "nothing") + "'";
  return "";
}

std::string RunVerifier::check(const MovedRun &run) {
  at = run.trampoline;
  failedAt = run.begin;
  // An `endbr64` just before the moved instructions usually stays in its place.
  // But the code of its hook is at the beginning of the trampoline to which
  // these instructions were moved. So that code is checked here.
  constexpr uint64_t endBranchSize = 4;
  bool isBehindRun = std::exchange(formerEnd, run.end) == run.begin;
  if (auto before = reader.original(run.begin - endBranchSize);
      !isBehindRun && before && before->text == "endbr64")
    if (std::string problem = checkHook(run.begin - endBranchSize);
        !problem.empty())
      return problem;
  const CodeLine *last = nullptr;
  std::optional<CodeLine> original;
  for (uint64_t address = run.begin; address < run.end;
       address = original->end()) {
    failedAt = address;
    original = reader.original(address);
    if (!original)
      return "is not an instruction";
    if (std::string problem = checkHook(address); !problem.empty())
      return problem;
    if (patched.landingOf(address) != at || patched.originalOf(at) != address)
      return "its copy is not at the recorded address";
    if (std::string problem = checkCopy(*original); !problem.empty())
      return problem;
    bool isEnd = original->instruction.endsBlock() ||
                 original->instruction.kind == Kind::Call;
    if (isEnd && original->end() != run.end)
      return "the run continues after it";
    last = &*original;
  }
  if (!last || last->end() != run.end)
    return "the run does not end with an instruction";
  if (last->instruction.endsBlock() || last->instruction.kind == Kind::Call)
    return "";
  return jumpLeadsTo(run.end);
}
