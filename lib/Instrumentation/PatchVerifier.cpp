// Verifies that a patched module does what the original does, plus its hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Instrumentation/PatchVerifier.h"
#include "FunctionFlow.h"
#include "RunVerifier.h"
#include "pinstripe/Support/Hexadecimal.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace pinstripe {

namespace {

uint64_t endOf(const Patch &patch) {
  return patch.address + patch.replacement.size();
}

class Verifier {
public:
  Verifier(const ModuleCode &module, ArrayRef<CodeRange> functions,
           ArrayRef<HookSite> sites, const PatchedModule &patched,
           const Decoder &decoder)
      : module(module), functions(functions.vec()), sites(sites),
        patched(patched), reader(module, patched, decoder), decoder(decoder) {}

  std::vector<PatchFinding> run();

private:
  void readEntries();
  void checkPatches();
  void checkReplacement(const Patch &patch);
  void checkEntry(const Patch &patch);
  void checkRuns();
  void checkDeadBytes();
  bool isPadding(uint64_t low, uint64_t high) const;
  bool isDead(uint64_t low, uint64_t high) const;
  const Patch *patchAt(uint64_t address) const;
  const MovedRun *runAround(uint64_t address) const;
  /// Returns the first address after `low` and below `high` at which control
  /// may come in, for example by a jump. Returns 0 if there is no such address.
  uint64_t entryWithin(uint64_t low, uint64_t high) const;
  void report(uint64_t address, const Twine &text) {
    findings.push_back({address, (hexadecimal(address) + ": " + text).str()});
  }

  const ModuleCode &module;
  std::vector<CodeRange> functions;
  ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  CodeReader reader;
  const Decoder &decoder;
  /// The sorted addresses at which control may arrive from elsewhere than from
  /// the instruction before, for example by a jump. No patch may extend
  /// across such an address.
  std::vector<uint64_t> entries;
  std::vector<PatchFinding> findings;
};

void Verifier::readEntries() {
  std::ranges::sort(functions, {}, &CodeRange::low);
  if (functions.empty())
    return;
  std::vector<uint64_t> jumps =
      nearJumpTargets(module, {functions.front().low, functions.back().high});
  for (const CodeRange &function : functions) {
    auto flow = FunctionFlow::read(module, function, jumps, decoder);
    if (flow)
      append_range(entries, flow->barriers);
    else if (runAround(function.low))
      report(function.low, "contains bytes that are not instructions");
  }
  llvm::sort(entries);
}

uint64_t Verifier::entryWithin(uint64_t low, uint64_t high) const {
  auto entry = std::upper_bound(entries.begin(), entries.end(), low);
  return entry != entries.end() && *entry < high ? *entry : 0;
}

const Patch *Verifier::patchAt(uint64_t address) const {
  auto patch =
      std::ranges::lower_bound(patched.patches, address, {}, &Patch::address);
  return patch != patched.patches.end() && patch->address == address ? &*patch
                                                                     : nullptr;
}

const MovedRun *Verifier::runAround(uint64_t address) const {
  auto next =
      std::ranges::upper_bound(patched.runs, address, {}, &MovedRun::begin);
  if (next == patched.runs.begin() || std::prev(next)->end <= address)
    return nullptr;
  return &*std::prev(next);
}

/// Checks that the bytes which a patch claims to replace are really in the
/// module. Also checks the new bytes: they must be an int3 or a jump to the
/// patch's target, depending on the patch's kind.
void Verifier::checkReplacement(const Patch &patch) {
  ArrayRef<uint8_t> bytes(patch.replacement);
  if (module.bytesAt(patch.address, bytes.size()) !=
      ArrayRef<uint8_t>(patch.original))
    return report(patch.address, "the original bytes differ");
  auto line = reader.read(bytes, patch.address);
  if (!line || line->instruction.size != bytes.size())
    return report(patch.address, "the new bytes are not an instruction");
  if (patch.kind == Patch::Kind::Trap) {
    if (line->text != "int3")
      report(patch.address, "the trap is '" + line->text + "'");
  } else if (line->instruction.kind != Instruction::Kind::Jump ||
             line->instruction.target != patch.target) {
    report(patch.address, "does not lead where the patch says: " + line->text);
  }
}

/// Checks that a group of moved instructions begins at the address of a patch,
/// and that the patch leads to the trampoline of this group.
void Verifier::checkEntry(const Patch &patch) {
  if (patch.kind == Patch::Kind::Island)
    return;
  const MovedRun *run = runAround(patch.address);
  if (!run || run->begin != patch.address)
    return report(patch.address, "no run starts at this patch");
  uint64_t target = patch.target;
  if (patch.kind == Patch::Kind::ShortJump) {
    const Patch *island = patchAt(target);
    if (!island || island->kind != Patch::Kind::Island)
      return report(patch.address,
                    "there is no island at " + hexadecimal(target));
    target = island->target;
  }
  if (target != run->trampoline)
    report(patch.address, "does not lead to the trampoline of its run");
}

void Verifier::checkPatches() {
  uint64_t previousEnd = 0;
  for (const Patch &patch : patched.patches) {
    if (patch.address < previousEnd)
      report(patch.address, "two patches overlap");
    previousEnd = endOf(patch);
    if (uint64_t entry = entryWithin(patch.address, previousEnd))
      report(patch.address,
             "control may come into the middle of the patch, at " +
                 hexadecimal(entry));
    checkReplacement(patch);
    checkEntry(patch);
  }
}

void Verifier::checkRuns() {
  RunVerifier verifier(reader, sites, patched);
  uint64_t previousEnd = 0;
  for (const MovedRun &run : patched.runs) {
    if (run.begin < previousEnd)
      report(run.begin, "two runs overlap");
    previousEnd = run.end;
    // Control must not come from elsewhere into the middle of moved
    // instructions, since it would miss their hooks (the code that is added
    // before them). A single moved instruction is an exception, because its
    // only hook is at its beginning.
    uint64_t entry = entryWithin(run.begin, run.end);
    auto first = reader.original(run.begin);
    if (entry && (!first || first->end() != run.end))
      report(run.begin, "control may come into the middle of the run, at " +
                            hexadecimal(entry));
    if (!patchAt(run.begin) || patchAt(run.begin)->kind == Patch::Kind::Island)
      report(run.begin, "nothing leads into the run");
    if (std::string problem = verifier.check(run); !problem.empty())
      report(verifier.failedAt, problem);
  }
  for (size_t i = 0; i < sites.size(); ++i)
    if (!verifier.isMet[i])
      report(sites[i].address, "its hook is never executed");
}

/// Returns true if the bytes [low, high) are padding. Padding is in no
/// function, and its instructions do nothing. No symbol and no code address in
/// data points to it.
bool Verifier::isPadding(uint64_t low, uint64_t high) const {
  for (const CodeRange &function : functions)
    if (low < function.high && function.low < high)
      return false;
  auto symbol = module.symbols.lower_bound(low);
  auto label = module.codeAddressesInData.lower_bound(low);
  if ((symbol != module.symbols.end() && symbol->first < high) ||
      (label != module.codeAddressesInData.end() && *label < high))
    return false;
  // The byte at `low` may be in the middle of a nop. So decoding begins at the
  // end of the last function before `low`.
  uint64_t begin = low;
  for (const CodeRange &function : functions)
    if (function.high <= low)
      begin = function.high;
  for (uint64_t at = begin; at < high;) {
    auto line = reader.original(at);
    if (!line || (line->text != "int3" &&
                  (line->instruction.kind != Instruction::Kind::Nop ||
                   line->text == "endbr64")))
      return false;
    at = line->end();
  }
  return true;
}

/// Returns true if the bytes [low, high) are no longer executed, so that the
/// patcher may put a jump there. Such bytes belong to moved instructions, and
/// no patch replaces them.
bool Verifier::isDead(uint64_t low, uint64_t high) const {
  const MovedRun *run = runAround(low);
  const Patch *patch = run ? patchAt(run->begin) : nullptr;
  return patch && low >= endOf(*patch) && high <= run->end &&
         !entryWithin(run->begin, high);
}

void Verifier::checkDeadBytes() {
  for (const Patch &patch : patched.patches) {
    uint64_t end = endOf(patch);
    if (patch.kind == Patch::Kind::Island) {
      if (!isDead(patch.address, end) && !isPadding(patch.address, end))
        report(patch.address, "the island lies in code that may be executed");
      continue;
    }
    const MovedRun *run = runAround(patch.address);
    if (run && end > run->end && !isPadding(run->end, end))
      report(patch.address, "the patch covers more than its run");
  }
}

std::vector<PatchFinding> Verifier::run() {
  if (patched.hooks.size() != sites.size()) {
    report(sites.empty() ? 0 : sites.front().address,
           "the number of hooks differs from the number of sites");
    return findings;
  }
  readEntries();
  checkPatches();
  checkRuns();
  checkDeadBytes();
  return findings;
}

} // namespace

Expected<std::vector<PatchFinding>>
verifyPatches(const ModuleCode &code, ArrayRef<CodeRange> functions,
              ArrayRef<HookSite> sites, const PatchedModule &patched) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  return Verifier(code, functions, sites, patched, **decoder).run();
}

StringRef patchKindName(Patch::Kind kind) {
  // The names of the kinds of patches, in the order of the enumerators of
  // Patch::Kind, since a kind serves as the index.
  static constexpr StringLiteral names[] = {"jump", "short jump", "island",
                                            "int3"};
  return names[static_cast<size_t>(kind)];
}

} // namespace pinstripe
