// Finds the addresses at which control may be sent into statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/EntryFinder.h"
#include "Code/SpillSlots.h"
#include "Units/CodeOwners.h"

#include "llvm/ADT/STLExtras.h"
#include <map>

namespace pinstripe {

namespace {

using Kind = CodeOwner::Kind;
using InstructionKind = Instruction::Kind;

/// Returns, for each instruction, true if it is always executed. Such
/// instructions belong to the prologue, the epilogue or the unwinding of
/// exceptions, or to a unit that can't be skipped.
std::vector<bool> alwaysRun(const CodeOwners &owners, const UnitTable &table) {
  std::vector<bool> result;
  for (const CodeOwner &own : owners.owners)
    result.push_back(own.isUnit() ? table.unit(own.unit).isPinned()
                                  : own.kind != Kind::Glue);
  return result;
}

class EntryFinder {
public:
  EntryFinder(const DebugFunction &function, FunctionId id,
              const FunctionCode &code, const FrameLayout &frame,
              CodeOwners owners, const UnitTable &table)
      : id(id), code(code), frame(frame), owners(std::move(owners)),
        table(table), spills(function, code, alwaysRun(this->owners, table)) {}

  FunctionModel run();

private:
  bool isCandidate(uint32_t index) const;
  std::vector<bool> findCandidates() const;
  bool loopsInUnit(uint32_t index, const std::vector<bool> &candidates) const;
  bool onlyLeadsOn(uint32_t index, const std::vector<bool> &candidates) const;
  void addEntry(uint32_t index);
  void place(uint32_t index, uint32_t candidate,
             std::vector<RegisterReload> reloads);
  bool canSlideOver(uint32_t index) const;
  bool isReadInUnit(unsigned slot, uint32_t index) const;
  llvm::BitVector spillsReadAt(uint32_t index) const;
  std::optional<uint32_t> slide(uint32_t index) const;
  bool isSetInBlock(unsigned reg, uint32_t index) const;
  RegisterSet liveAt(uint32_t index, UnitId unit) const;
  std::optional<std::vector<RegisterReload>> reloadsAt(uint32_t index) const;
  std::optional<int32_t> slotOf(unsigned reg, uint32_t index) const;
  bool writesSlot(uint32_t index, int32_t slot) const;
  bool isClean(uint32_t index, UnitId unit) const {
    return !liveAt(index, unit) && depthIsBase(index);
  }
  bool depthIsBase(uint32_t index) const {
    return !frame.baseDepth || !code.depth[index] ||
           *code.depth[index] == *frame.baseDepth;
  }
  void note(ModelNote::Kind kind, uint32_t index, std::string reason) {
    model.notes.push_back({kind, id, owners.owners[index].unit,
                           code.instructions[index].address,
                           std::move(reason)});
  }

  FunctionId id;
  const FunctionCode &code;
  const FrameLayout &frame;
  CodeOwners owners;
  const UnitTable &table;
  SpillSlots spills;
  FunctionModel model;
  /// Maps the index of an instruction to the entry that begins there. An entry
  /// is an address at which control may enter a unit, which is a statement.
  std::map<uint32_t, UnitEntry> entries;
};

/// Returns true if control can come to the instruction at `index` from outside
/// its unit. A unit is a statement. Returns false for an instruction that
/// belongs to no unit.
bool EntryFinder::isCandidate(uint32_t index) const {
  const CodeOwner &own = owners.owners[index];
  if (!own.isUnit())
    return false;
  if (index == owners.bodyStart)
    return true;
  return llvm::any_of(code.predecessors[index], [&](uint32_t before) {
    return owners.owners[before] != own;
  });
}

/// Returns true if a loop with an empty body begins to test its condition again
/// at the instruction `index`. The code of such a loop is only its condition,
/// and begins with an instruction without effect. The loop jumps back to the
/// instruction after that one, which is at `index`. An entry (an address at
/// which control enters a statement) is needed at `index`, so that each test of
/// the condition counts as an event.
bool EntryFinder::loopsInUnit(uint32_t index,
                              const std::vector<bool> &candidates) const {
  const CodeOwner &own = owners.owners[index];
  bool isCondition =
      own.isUnit() && table.unit(own.unit).kind == UnitKind::Condition;
  if (!isCondition ||
      llvm::none_of(code.predecessors[index], [&](uint32_t before) {
        return owners.owners[before] == own && candidates[before] &&
               code.instructions[before].hasNoEffect();
      }))
    return false;
  std::vector<bool> isSeen(code.size());
  llvm::SmallVector<uint32_t> pending{index};
  while (!pending.empty()) {
    uint32_t at = pending.pop_back_val();
    for (uint32_t next : code.successors[at]) {
      if (next == index)
        return true;
      if (isSeen[next] || candidates[next] || owners.owners[next] != own)
        continue;
      isSeen[next] = true;
      pending.push_back(next);
    }
  }
  return false;
}

/// Returns true if the code at `index` does nothing but lead to another entry
/// of the same statement, or to another statement. An entry at such code would
/// make one execution of the statement count twice. For example, clang begins a
/// `while` with a jump to its test, and gcc begins it with a nop.
bool EntryFinder::onlyLeadsOn(uint32_t index,
                              const std::vector<bool> &candidates) const {
  if (!code.instructions[index].hasNoEffect() ||
      code.successors[index].size() != 1)
    return false;
  uint32_t next = code.successors[index].front();
  if (owners.owners[next] != owners.owners[index])
    return code.instructions[index].kind == InstructionKind::Jump;
  return next != index && candidates[next] &&
         isClean(next, owners.owners[next].unit);
}

std::vector<bool> EntryFinder::findCandidates() const {
  std::vector<bool> candidates(code.size());
  for (uint32_t i = owners.bodyStart; i < code.size(); ++i)
    candidates[i] = isCandidate(i);
  for (uint32_t i = owners.bodyStart; i < code.size(); ++i)
    if (!candidates[i] && loopsInUnit(i, candidates))
      candidates[i] = true;
  for (uint32_t i = owners.bodyStart; i < code.size(); ++i)
    if (candidates[i] && onlyLeadsOn(i, candidates))
      candidates[i] = false;
  return candidates;
}

bool EntryFinder::writesSlot(uint32_t index, int32_t slot) const {
  const Instruction &instruction = code.instructions[index];
  return instruction.writesMemory && instruction.frameOffset &&
         *instruction.frameOffset < slot + 8 &&
         *instruction.frameOffset + instruction.storeSize > slot;
}

/// Returns true if one of the instructions just before `index` sets the
/// register `reg`. The search goes backwards, up to the nearest instruction to
/// which control can jump.
bool EntryFinder::isSetInBlock(unsigned reg, uint32_t index) const {
  for (uint32_t i = index; i > 0 && !code.isTarget[i] && code.fallsInto(i); --i)
    if (code.instructions[i - 1].defines & generalRegister(reg))
      return true;
  return false;
}

/// Returns the registers whose values would be missing if control were sent to
/// `index` to execute `unit`. If the units come from the source, leaves out
/// callee-saved registers: all of them if `unit` is a clean-up, otherwise those
/// that the code just before `index` does not set. The reason is that gcc keeps
/// results in callee-saved registers while destructors run, so that these
/// registers seem to be in use in the whole function.
RegisterSet EntryFinder::liveAt(uint32_t index, UnitId unit) const {
  RegisterSet live = code.liveIn[index] & ~owners.steadyRegisters;
  bool isCleanup = table.unit(unit).kind == UnitKind::Cleanup;
  for (unsigned reg : {RBX, R12, R13, R14, R15})
    if ((live & generalRegister(reg)) && owners.fallbackReason.empty() &&
        (isCleanup || !isSetInBlock(reg, index)))
      live &= ~generalRegister(reg);
  return live;
}

/// Returns the slot of the stack frame whose value the register `reg` has at
/// `index`. Returns nullopt if the code just before `index` has not loaded the
/// register from a slot, or has written to this slot after the load.
std::optional<int32_t> EntryFinder::slotOf(unsigned reg, uint32_t index) const {
  for (uint32_t i = index; i > 0 && !code.isTarget[i] && code.fallsInto(i);
       --i) {
    const Instruction &before = code.instructions[i - 1];
    if (!(before.defines & generalRegister(reg)))
      continue;
    if (before.loadedRegister != reg || !before.frameOffset)
      return std::nullopt;
    for (uint32_t j = i; j < index; ++j)
      if (writesSlot(j, *before.frameOffset))
        return std::nullopt;
    return before.frameOffset;
  }
  return std::nullopt;
}

std::optional<std::vector<RegisterReload>>
EntryFinder::reloadsAt(uint32_t index) const {
  RegisterSet live = liveAt(index, owners.owners[index].unit);
  std::vector<RegisterReload> reloads;
  if (!depthIsBase(index))
    return std::nullopt;
  for (unsigned reg = 0; reg < 16; ++reg) {
    if (!(live & generalRegister(reg)))
      continue;
    auto slot = slotOf(reg, index);
    if (!slot)
      return std::nullopt;
    reloads.push_back({dwarfNumber(reg), *slot});
    live &= ~generalRegister(reg);
  }
  if (live)
    return std::nullopt;
  return reloads;
}

/// Returns true for an instruction that only sets registers. Such an
/// instruction can become part of the statement that uses the registers, even
/// if the line table assigns the instruction to another statement.
bool EntryFinder::canSlideOver(uint32_t index) const {
  const Instruction &instruction = code.instructions[index];
  Kind owner = owners.owners[index].kind;
  return (instruction.kind == InstructionKind::Other ||
          instruction.kind == InstructionKind::Nop) &&
         !instruction.writesMemory &&
         !(instruction.defines & calleeSavedRegisters) &&
         instruction.stackChange == 0 && !instruction.stackFromFrame &&
         !(instruction.defines & generalRegister(RBP)) &&
         owner != Kind::Epilogue && owner != Kind::Unwinding;
}

/// Returns true if the statement whose code is at `index` may read the spill
/// slot `slot` before it writes to this slot. A spill slot is a place in the
/// frame in which the compiler keeps a temporary value.
bool EntryFinder::isReadInUnit(unsigned slot, uint32_t index) const {
  std::vector<bool> isSeen(code.size());
  llvm::SmallVector<uint32_t> pending{index};
  while (!pending.empty()) {
    uint32_t at = pending.pop_back_val();
    if (isSeen[at] || owners.owners[at] != owners.owners[index] ||
        !spills.liveIn(at).test(slot))
      continue;
    isSeen[at] = true;
    if (spills.readBy(at) == slot)
      return true;
    llvm::append_range(pending, code.successors[at]);
  }
  return false;
}

/// Returns the spill slots (temporary values in the frame) that the statement
/// at `index` reads before it writes to them.
llvm::BitVector EntryFinder::spillsReadAt(uint32_t index) const {
  llvm::BitVector slots = spills.liveIn(index);
  for (unsigned slot : spills.liveIn(index).set_bits())
    if (!isReadInUnit(slot, index))
      slots.reset(slot);
  return slots;
}

/// Finds a new place for the entry of the statement at `index`, if the entry
/// has to move back. It has to move if control must not be sent to `index`. It
/// also has to move if the code just before `index` sets spill slots (temporary
/// values in the frame) that the statement reads; the new place is then before
/// this code. Returns the nearest place to which control may be sent. Returns
/// nullopt if the entry need not move, or if there is no such place.
std::optional<uint32_t> EntryFinder::slide(uint32_t index) const {
  constexpr uint32_t reach = 32;
  UnitId unit = owners.owners[index].unit;
  llvm::BitVector needed = spillsReadAt(index);
  std::optional<uint32_t> place;
  // If control may be sent to `index`, the entry of the unit stays there. There
  // is one exception: if the unit reads a spill slot (a temporary value in the
  // frame) that the code just before `index` sets, the entry moves to a place
  // before that code.
  bool isNearest = isClean(index, unit);
  for (uint32_t i = index; i > 0 && i + reach > index; --i) {
    auto slot = spills.setBy(i - 1);
    bool setsSlot = slot && needed.test(*slot);
    if (code.isTarget[i] || !code.fallsInto(i) ||
        !(setsSlot || canSlideOver(i - 1)))
      break;
    if (setsSlot)
      isNearest = false;
    if (!isNearest && isClean(i - 1, unit)) {
      place = i - 1;
      isNearest = true;
    }
  }
  return place;
}

void EntryFinder::place(uint32_t index, uint32_t candidate,
                        std::vector<RegisterReload> reloads) {
  UnitId unit = owners.owners[candidate].unit;
  UnitEntry entry{code.instructions[index].address, unit, id,
                  std::move(reloads)};
  auto [found, isNew] = entries.try_emplace(index);
  // If two units get the same entry, all code of the first one only sets
  // registers for the second one. So the entry goes to the second unit, and the
  // first one is dropped.
  if (!isNew && found->second.unit != unit)
    model.notes.push_back({ModelNote::Kind::Dropped, id, found->second.unit,
                           entry.address,
                           "only sets registers for the statement after it"});
  found->second = std::move(entry);
}

void EntryFinder::addEntry(uint32_t index) {
  UnitId unit = owners.owners[index].unit;
  if (auto start = slide(index)) {
    RegisterSet live = liveAt(index, unit);
    note(ModelNote::Kind::Moved, index,
         "starts earlier: " +
             (live ? describeRegisters(live) : "a value in the frame") +
             " set before its row");
    place(*start, index, {});
    for (uint32_t i = *start; i < index; ++i)
      if (owners.owners[i].kind != Kind::Prologue)
        owners.owners[i] = owners.owners[index];
    return;
  }
  if (isClean(index, unit))
    return place(index, index, {});
  if (auto reloads = reloadsAt(index))
    return place(index, index, std::move(*reloads));
  RegisterSet live = liveAt(index, unit);
  note(ModelNote::Kind::Glued, index,
       live ? "goes with the code before it: " + describeRegisters(live) +
                  " live across"
            : "goes with the code before it: inside a call's arguments");
}

FunctionModel EntryFinder::run() {
  std::vector<bool> candidates = findCandidates();
  for (uint32_t i = owners.bodyStart; i < code.size(); ++i)
    if (candidates[i])
      addEntry(i);
  // The code before the first entry is the prologue, or looks like a part of
  // it. So this code is never skipped, and the body starts at the first entry.
  model.bodyStart = entries.empty() ? owners.bodyStart : entries.begin()->first;
  model.exit = owners.exit;
  model.resultReload = owners.resultReload;
  model.fallbackReason = owners.fallbackReason;
  for (auto &[index, entry] : entries)
    model.entries.push_back(std::move(entry));
  return std::move(model);
}

} // namespace

FunctionModel findEntries(const DebugFunction &function, FunctionId id,
                          const FunctionCode &code, const FrameLayout &frame,
                          const SourceScope &scope, UnitCatalog &catalog,
                          UnitTable &table) {
  CodeOwners owners =
      assignOwners(function, code, frame, scope, catalog, table);
  return EntryFinder(function, id, code, frame, std::move(owners), table).run();
}

} // namespace pinstripe
