//===- DecisionFinder.cpp - Where code decides for operands ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecisionFinder.h"
#include "DecisionMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace pinstripe {

namespace {

using Kind = Instruction::Kind;

/// As ConditionFlags.h has them.
constexpr uint8_t parity = 10, noParity = 11;

bool isParity(const Instruction &jump) {
  return jump.condition == parity || jump.condition == noParity;
}

/// The operands of one function.
class DecisionFinder {
public:
  DecisionFinder(const FunctionCode &code, const FrameLayout &frame,
                 const FunctionModel &model, UnitCatalog &catalog);

  std::vector<ConditionOperand> run();

private:
  void findCode(UnitId unit);
  void findDecisions();
  std::optional<CodeDecision> decisionAt(uint32_t jump, uint32_t next) const;
  uint32_t resolved(uint32_t index) const;
  SmallVector<uint32_t> reach(uint32_t index) const;
  void addOperands(UnitId unit);
  bool addOperands(UnitId unit, const SourceDecisions &source);
  std::optional<uint32_t> valueOf(const SourceDecisions &source,
                                  uint32_t decision,
                                  const DecisionMatcher::Match &match) const;
  std::optional<uint32_t> valueIn(uint32_t begin, uint32_t end) const;
  std::optional<uint32_t> comparisonBefore(uint32_t index) const;
  void add(UnitId unit, const SourceDecisions::Decision &decision,
           uint32_t index, bool holdsWhenTrue);

  const FunctionCode &code;
  const FunctionModel &model;
  UnitCatalog &catalog;
  std::vector<bool> isPlace; ///< entries and exits, where units end
  // Of the unit at hand:
  std::vector<bool> isOwn;
  std::vector<CodeDecision> decisions;
  std::map<uint32_t, uint32_t> decisionOf; ///< by index of the first jump
  std::vector<ConditionOperand> operands;
};

DecisionFinder::DecisionFinder(const FunctionCode &code,
                               const FrameLayout &frame,
                               const FunctionModel &model, UnitCatalog &catalog)
    : code(code), model(model), catalog(catalog), isPlace(code.size()) {
  for (const UnitEntry &entry : model.entries)
    isPlace[*indexAt(code.instructions, entry.address)] = true;
  for (std::optional<uint32_t> exit : {model.exit, frame.tearDown})
    if (exit)
      isPlace[*exit] = true;
}

/// What control can reach from the unit's entries before it leaves it.
void DecisionFinder::findCode(UnitId unit) {
  isOwn.assign(code.size(), false);
  SmallVector<uint32_t> pending;
  for (const UnitEntry &entry : model.entries)
    if (entry.unit == unit)
      pending.push_back(*indexAt(code.instructions, entry.address));
  while (!pending.empty()) {
    uint32_t index = pending.pop_back_val();
    if (isOwn[index])
      continue;
    isOwn[index] = true;
    for (uint32_t next : code.successors[index])
      if (!isPlace[next])
        pending.push_back(next);
  }
}

/// Behind jumps and what has no effect.
uint32_t DecisionFinder::resolved(uint32_t index) const {
  constexpr unsigned most = 32;
  for (unsigned i = 0; i < most && !isPlace[index]; ++i) {
    const Instruction &instruction = code.instructions[index];
    bool isEmpty = instruction.kind == Kind::Nop ||
                   (instruction.kind == Kind::Jump && !instruction.isIndirect);
    if (!isEmpty || code.successors[index].size() != 1)
      break;
    index = code.successors[index].front();
  }
  return index;
}

/// `next` is the conditional jump behind it. Where numbers are compared of
/// which one may be none, there are two jumps: clang has them one behind the
/// other, gcc compares again.
std::optional<CodeDecision> DecisionFinder::decisionAt(uint32_t jump,
                                                       uint32_t next) const {
  const Instruction &first = code.instructions[jump];
  auto target = indexAt(code.instructions, first.target);
  if (!target || !first.condition || jump + 1 >= code.size())
    return std::nullopt;
  CodeDecision decision;
  decision.index = jump;
  decision.condition = *first.condition;
  decision.met = resolved(*target);
  decision.notMet = resolved(jump + 1);
  if (next == jump)
    return decision;
  const Instruction &second = code.instructions[next];
  auto other = indexAt(code.instructions, second.target);
  if (!other || !second.condition)
    return std::nullopt;
  if (next == jump + 1 && second.target == first.target) {
    if (isParity(first))
      decision.condition = *second.condition;
    decision.notMet = resolved(next + 1);
    return decision;
  }
  decision.isFixed = true;
  uint32_t sides[] = {resolved(*other), resolved(next + 1)};
  if (sides[0] != decision.met && sides[1] != decision.met)
    return std::nullopt;
  decision.notMet = sides[sides[0] == decision.met];
  return decision;
}

/// None at all if one is unlike the others.
void DecisionFinder::findDecisions() {
  decisions.clear();
  decisionOf.clear();
  std::vector<uint32_t> jumps;
  for (uint32_t i = 0; i < code.size(); ++i)
    if (isOwn[i] && code.instructions[i].kind == Kind::ConditionalJump)
      jumps.push_back(i);
  for (size_t i = 0; i < jumps.size(); ++i) {
    auto isOne = [&](uint32_t a, uint32_t b) {
      return isParity(code.instructions[a]) ||
             (b == a + 1 && isParity(code.instructions[b]));
    };
    bool isPair = i + 1 < jumps.size() && isOne(jumps[i], jumps[i + 1]);
    auto decision = decisionAt(jumps[i], jumps[i + isPair]);
    if (!decision) {
      decisions.clear();
      return;
    }
    decisionOf[jumps[i]] = static_cast<uint32_t>(decisions.size());
    decisions.push_back(*decision);
    i += isPair;
  }
}

SmallVector<uint32_t> DecisionFinder::reach(uint32_t index) const {
  std::set<uint32_t> found, seen;
  SmallVector<uint32_t> pending{index};
  while (!pending.empty()) {
    uint32_t at = pending.pop_back_val();
    if (!isOwn[at] || isPlace[at] || !seen.insert(at).second)
      continue;
    if (auto decision = decisionOf.find(at); decision != decisionOf.end())
      found.insert(decision->second);
    else
      append_range(pending, code.successors[at]);
  }
  return SmallVector<uint32_t>(found.begin(), found.end());
}

/// The instruction that puts the last condition into a register, if all that
/// follows it brings the result to where it is used.
std::optional<uint32_t> DecisionFinder::valueIn(uint32_t begin,
                                                uint32_t end) const {
  constexpr uint32_t longestWay = 4; // not, and 1, store
  auto isValue = [&](uint32_t index) {
    const Instruction &instruction = code.instructions[index];
    return instruction.condition && instruction.kind == Kind::Other;
  };
  for (uint32_t i = end; i > begin && end - i < longestWay; --i) {
    const Instruction &instruction = code.instructions[i - 1];
    // Two conditions at once are beyond us.
    if (isValue(i - 1))
      return i > begin + 1 && isValue(i - 2) ? std::nullopt
                                             : std::optional(i - 1);
    if (instruction.kind != Kind::Other || instruction.readsMemory ||
        code.isTarget[i - 1])
      return std::nullopt;
  }
  return std::nullopt;
}

/// Of the last decision of a tree, which has no jump: between the one before
/// it and where all of them lead.
std::optional<uint32_t>
DecisionFinder::valueOf(const SourceDecisions &source, uint32_t decision,
                        const DecisionMatcher::Match &match) const {
  std::optional<uint32_t> begin, end;
  for (uint32_t i = 0; i < decision; ++i)
    if (match.places[i])
      begin = decisions[*match.places[i]].index + 1;
  for (bool value : {true, false}) {
    uint32_t tree = source.decisions[decision].tree;
    auto exit = match.exits.find(SourceDecisions::out(tree, value));
    if (exit != match.exits.end())
      end = exit->second;
  }
  return begin && end && *begin < *end ? valueIn(*begin, *end) : std::nullopt;
}

std::optional<uint32_t> DecisionFinder::comparisonBefore(uint32_t index) const {
  for (uint32_t i = index; i > 0 && !code.isTarget[i] && code.fallsInto(i);
       --i) {
    const Instruction &before = code.instructions[i - 1];
    if (before.kind != Kind::Other)
      break;
    if (before.defines & flagsRegister)
      return i - 1;
  }
  return std::nullopt;
}

void DecisionFinder::add(UnitId unit, const SourceDecisions::Decision &decision,
                         uint32_t index, bool holdsWhenTrue) {
  // What hooks use.
  RegisterSet taken = generalRegister(R10) | generalRegister(R11);
  if (code.liveIn[index] & taken)
    return;
  ConditionOperand operand;
  operand.range = catalog.rangeOf(decision.extent);
  operand.text = decision.text;
  operand.unit = unit;
  operand.address = code.instructions[index].address;
  if (auto comparison = comparisonBefore(index))
    operand.comparison = code.instructions[*comparison].address;
  operand.condition = *code.instructions[index].condition;
  operand.holdsWhenTrue = holdsWhenTrue;
  operands.push_back(std::move(operand));
}

void DecisionFinder::addOperands(UnitId unit) {
  bool isKnown = false;
  for (const SourceDecisions &source : catalog.decisionsOf(unit)) {
    bool hasOperand = any_of(source.decisions, [](const auto &decision) {
      return decision.isOperand;
    });
    if (!hasOperand)
      return;
    if (!std::exchange(isKnown, true)) {
      findCode(unit);
      findDecisions();
    }
    if (addOperands(unit, source))
      return;
  }
}

/// False if the source does not fit the code so.
bool DecisionFinder::addOperands(UnitId unit, const SourceDecisions &source) {
  auto match = DecisionMatcher(source, decisions, [this](uint32_t index) {
                 return reach(index);
               }).run();
  if (!match)
    return false;
  for (uint32_t i = 0; i < source.decisions.size(); ++i) {
    const SourceDecisions::Decision &decision = source.decisions[i];
    if (!decision.isOperand)
      continue;
    if (!match->places[i]) {
      if (auto value = valueOf(source, i, *match))
        add(unit, decision, *value, !decision.isNegated);
      continue;
    }
    const CodeDecision &found = decisions[*match->places[i]];
    if (!found.isFixed)
      add(unit, decision, found.index, match->metWhenTrue[i]);
  }
  return true;
}

std::vector<ConditionOperand> DecisionFinder::run() {
  std::set<UnitId> units;
  for (const UnitEntry &entry : model.entries)
    units.insert(entry.unit);
  for (UnitId unit : units)
    addOperands(unit);
  return std::move(operands);
}

} // namespace

std::vector<ConditionOperand> findOperands(const FunctionCode &code,
                                           const FrameLayout &frame,
                                           const FunctionModel &model,
                                           UnitCatalog &catalog) {
  return DecisionFinder(code, frame, model, catalog).run();
}

} // namespace pinstripe
