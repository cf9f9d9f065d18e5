// Patches a program or library so that added code, the hooks, is executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "CodeMover.h"
#include "RunPlanner.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Hexadecimal.h"

#include "llvm/Support/Endian.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace pinstripe {

uint64_t PatchedModule::landingOf(uint64_t address) const {
  auto copy = copies.find(address);
  return copy == copies.end() ? address : copy->second;
}

std::optional<uint64_t>
PatchedModule::originalOf(uint64_t trampolineAddress) const {
  if (trampolineAddress < trampolineBase ||
      trampolineAddress - trampolineBase >= trampolines.size())
    return std::nullopt;
  auto next = originals.upper_bound(trampolineAddress);
  if (next == originals.begin())
    return std::nullopt;
  return std::prev(next)->second;
}

namespace {

/// Writes the patches and trampolines that a RunPlanner has decided on. A
/// trampoline holds instructions that were moved to make room for a patch.
class Assembler {
public:
  Assembler(const ModuleCode &module, const RunPlanner &planner,
            ArrayRef<HookSite> sites, HookEmitter &emitter,
            const Decoder &decoder, PatchedModule &result)
      : module(module), planner(planner), sites(sites), emitter(emitter),
        result(result), code(result.trampolineBase),
        mover(decoder, labels, code) {}

  Error run();

private:
  Error emit(const PlannedRun &run);
  /// Notes in `originals` that the code appended next belongs to the original
  /// instruction at `original`. If a hook has no code, the copied instruction
  /// after it begins at the same address, and the note for this instruction
  /// replaces the note for the hook.
  void stand(uint64_t original) {
    result.originals.insert_or_assign(result.originals.end(), code.here(),
                                      original);
  }
  /// Notes in `copies` that the code to be appended next is a copy of the
  /// original instruction at `original`.
  void copy(uint64_t original) {
    result.copies.insert_or_assign(result.copies.end(), original, code.here());
  }
  void emitHook(const HookSite &site);
  Error emitInstruction(const Instruction &instruction);
  void emitRare(const PlannedRun &run);
  void align();
  void addPatches(const PlannedRun &run, uint64_t trampoline);
  void addPatch(Patch::Kind kind, uint64_t address, uint64_t target);

  const ModuleCode &module;
  const RunPlanner &planner;
  ArrayRef<HookSite> sites;
  HookEmitter &emitter;
  PatchedModule &result;
  CodeBuffer code;
  /// The labels of the trampolines. Each trampoline holds a group of
  /// instructions that are moved together. The key is the original address of
  /// the first instruction in the group.
  DenseMap<uint64_t, CodeBuffer::Label> labels;
  CodeMover mover;
};

void Assembler::emitHook(const HookSite &site) {
  stand(site.address);
  HookPlace place{site.hook, code.here(), 0};
  emitter.emit(site.hook, code);
  place.body = code.here();
  result.hooks.push_back(place);
  copy(site.address);
}

Error Assembler::emitInstruction(const Instruction &instruction) {
  stand(instruction.address);
  copy(instruction.address);
  result.movedCalls += instruction.kind == Instruction::Kind::Call;
  if (mover.move(module.bytesAt(instruction.address, instruction.size),
                 instruction))
    return Error::success();
  return make_error<EngineError>(
      "the instruction at " + hexadecimal(instruction.address) +
      " can't be moved to " + hexadecimal(code.here()));
}

void Assembler::emitRare(const PlannedRun &run) {
  for (uint32_t i = run.firstSite; i < run.firstSite + run.sites; ++i) {
    stand(sites[i].address);
    emitter.emitRare(sites[i].hook, code);
  }
}

/// Appends filler bytes until the next address is a multiple of 16. Processors
/// fetch aligned code faster.
void Assembler::align() {
  constexpr uint64_t alignment = 16;
  constexpr uint8_t filler = 0xcc;
  while (code.here() % alignment)
    code.append({filler});
}

Error Assembler::emit(const PlannedRun &run) {
  const FunctionFlow &flow = planner.flows[run.flow];
  align();
  uint64_t trampoline = code.here();
  code.bind(labels.find(run.begin)->second);
  ArrayRef<HookSite> hooks = sites.slice(run.firstSite, run.sites);
  const Instruction *last = nullptr;
  for (uint32_t i = 0; i < run.instructions; ++i) {
    const Instruction &instruction =
        flow.instructions[run.firstInstruction + i];
    for (; !hooks.empty() && hooks.front().address <= instruction.address;
         hooks = hooks.drop_front())
      emitHook(hooks.front());
    if (Error error = emitInstruction(instruction))
      return error;
    last = &instruction;
  }
  if (last->kind != Instruction::Kind::Call && !last->endsBlock()) {
    stand(run.end);
    mover.jumpTo(run.end);
  }
  emitRare(run);
  result.runs.push_back({run.begin, run.end, trampoline, run.kind});
  addPatches(run, trampoline);
  return Error::success();
}

void Assembler::addPatches(const PlannedRun &run, uint64_t trampoline) {
  if (run.kind != Patch::Kind::ShortJump)
    return addPatch(run.kind, run.begin, trampoline);
  addPatch(Patch::Kind::ShortJump, run.begin, run.island);
  addPatch(Patch::Kind::Island, run.island, trampoline);
}

void Assembler::addPatch(Patch::Kind kind, uint64_t address, uint64_t target) {
  Patch patch;
  patch.kind = kind;
  patch.address = address;
  patch.target = target;
  switch (kind) {
  case Patch::Kind::Jump:
  case Patch::Kind::Island: {
    patch.replacement = {0xe9, 0, 0, 0, 0};
    support::endian::write32le(
        &patch.replacement[1],
        static_cast<uint32_t>(target - (address + jumpSize)));
    break;
  }
  case Patch::Kind::ShortJump:
    patch.replacement = {
        0xeb, static_cast<uint8_t>(target - (address + shortJumpSize))};
    break;
  case Patch::Kind::Trap:
    patch.replacement = {0xcc};
    break;
  }
  ArrayRef<uint8_t> original =
      module.bytesAt(address, patch.replacement.size());
  patch.original.assign(original.begin(), original.end());
  result.patches.push_back(std::move(patch));
}

Error Assembler::run() {
  for (const PlannedRun &run : planner.runs)
    labels[run.begin] = code.newLabel();
  for (const PlannedRun &run : planner.runs)
    if (Error error = emit(run))
      return error;
  result.trampolines = code.finish();
  std::ranges::sort(result.patches, {}, &Patch::address);
  return Error::success();
}

/// Checks that every jump between the original code and the trampolines can
/// reach its target.
Error checkDistance(const RunPlanner &planner, const PatchedModule &patched) {
  if (planner.runs.empty())
    return Error::success();
  constexpr int64_t reach = (int64_t(1) << 31) - (1 << 16);
  auto distance = [&](uint64_t from, uint64_t to) {
    return std::abs(static_cast<int64_t>(to - from));
  };
  // The addresses of a position-independent module in its file begin at 0. Its
  // trampolines may lie below it, at negative addresses. So differences of
  // addresses are converted to signed numbers.
  uint64_t low = planner.runs.front().begin;
  uint64_t high = planner.flows.back().range.high;
  uint64_t end = patched.trampolineBase + patched.trampolines.size();
  if (std::max(distance(low, end), distance(high, patched.trampolineBase)) <=
      reach)
    return Error::success();
  return make_error<EngineError>("the trampolines at " +
                                 hexadecimal(patched.trampolineBase) +
                                 " are more than 2 GiB away from the code at " +
                                 hexadecimal(planner.runs.front().begin));
}

} // namespace

Expected<PatchedModule> patchModule(const ModuleCode &code,
                                    ArrayRef<CodeRange> functions,
                                    ArrayRef<HookSite> sites,
                                    HookEmitter &emitter,
                                    const PatchOptions &options) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  RunPlanner planner(code, sites, options, **decoder);
  if (Error error = planner.plan(functions))
    return error;
  PatchedModule result;
  result.trampolineBase = options.trampolineBase;
  if (Error error =
          Assembler(code, planner, sites, emitter, **decoder, result).run())
    return error;
  if (Error error = checkDistance(planner, result))
    return error;
  return result;
}

} // namespace pinstripe
