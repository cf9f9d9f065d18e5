// Finds out where control can go from each entry of a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/FlowFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace pinstripe {

namespace {

/// Finds out where control can go from one statement of a function. The
/// statement is given by its entry, which is the address at which control
/// enters it.
class FlowFinder {
public:
  FlowFinder(const FunctionCode &code, const FrameLayout &frame,
             const FunctionModel &model);

  EntryFlow flowFrom(uint32_t start);

private:
  enum class Role : uint8_t { Inside, Entry, Exit };

  /// A place in the code to which control has come, with the state of the
  /// processor flags.
  struct Way {
    uint32_t index;
    /// True if a conditional jump has read the processor flags since an
    /// instruction has set them.
    bool areRead;
  };

  void arrive(Way way, EntryFlow &flow);
  void addStore(const Instruction &instruction, EntryFlow &flow) const;

  const FunctionCode &code;
  std::vector<Role> roles;
  /// `isSeen[i][areRead]` is true if the search has visited the instruction i
  /// with this value of Way::areRead.
  std::vector<std::array<bool, 2>> isSeen;
  llvm::SmallVector<Way> pending;
};

FlowFinder::FlowFinder(const FunctionCode &code, const FrameLayout &frame,
                       const FunctionModel &model)
    : code(code), roles(code.size()), isSeen(code.size()) {
  for (const UnitEntry &entry : model.entries)
    roles[*indexAt(code.instructions, entry.address)] = Role::Entry;
  for (std::optional<uint32_t> exit : {model.exit, frame.tearDown})
    if (exit)
      roles[*exit] = Role::Exit;
}

void FlowFinder::arrive(Way way, EntryFlow &flow) {
  if (roles[way.index] == Role::Inside) {
    if (!isSeen[way.index][way.areRead])
      pending.push_back(way);
    return;
  }
  flow.decidesByFlags &= way.areRead;
  if (roles[way.index] == Role::Exit)
    flow.mayLeave = true;
  else
    flow.successors.push_back(code.instructions[way.index].address);
}

/// Returns whether, after `instruction`, a conditional jump has read the
/// current processor flags. `areRead` tells the same for the point before
/// `instruction`. A call counts as setting the flags, since the called function
/// may set them.
static bool areReadAfter(const Instruction &instruction, bool areRead) {
  if (instruction.kind == Instruction::Kind::ConditionalJump)
    return true;
  return areRead && instruction.kind != Instruction::Kind::Call &&
         (instruction.defines & flagsRegister) == 0;
}

void FlowFinder::addStore(const Instruction &instruction,
                          EntryFlow &flow) const {
  // A push writes only to the stack. It does not write to the memory that its
  // operand names, but reads it.
  bool isKnown = instruction.writesMemory &&
                 instruction.kind == Instruction::Kind::Other &&
                 instruction.storeSize != Instruction::unknownStoreSize;
  if (!isKnown)
    return;
  if (instruction.frameOffset)
    flow.stores.push_back(
        {true, *instruction.frameOffset, instruction.storeSize});
  else if (instruction.dataAddress != 0 && !instruction.isIndexed)
    flow.stores.push_back({false, static_cast<int64_t>(instruction.dataAddress),
                           instruction.storeSize});
}

EntryFlow FlowFinder::flowFrom(uint32_t start) {
  EntryFlow flow;
  flow.decidesByFlags = true;
  std::fill(isSeen.begin(), isSeen.end(), std::array<bool, 2>());
  pending.assign(1, {start, false});
  while (!pending.empty()) {
    auto [index, areRead] = pending.pop_back_val();
    if (isSeen[index][areRead])
      continue;
    bool isNew = !isSeen[index][!areRead];
    isSeen[index][areRead] = true;
    const Instruction &instruction = code.instructions[index];
    if (isNew)
      addStore(instruction, flow);
    areRead = areReadAfter(instruction, areRead);
    // An instruction without a successor takes control out of the function: it
    // is a return, a jump to another function, or a call that never returns.
    if (code.successors[index].empty())
      flow.mayLeave = true;
    for (uint32_t next : code.successors[index])
      arrive({next, areRead}, flow);
  }
  llvm::sort(flow.successors);
  flow.successors.erase(llvm::unique(flow.successors), flow.successors.end());
  return flow;
}

} // namespace

void findFlow(const FunctionCode &code, const FrameLayout &frame,
              FunctionModel &model) {
  FlowFinder finder(code, frame, model);
  for (UnitEntry &entry : model.entries)
    entry.flow = finder.flowFrom(*indexAt(code.instructions, entry.address));
}

} // namespace pinstripe
