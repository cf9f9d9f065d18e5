// Finds the instructions that decide inside statements, for example about an
// operand of `&&`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/DecisionFinder.h"
#include "Units/DecisionMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include <set>

namespace pinstripe {

namespace {

using InstructionKind = Instruction::Kind;

/// The conditions of `jp` and `jnp` ("parity"), numbered as in
/// ConditionFlags.h.
constexpr uint8_t parity = 10, noParity = 11;

bool isParity(const Instruction &jump) {
  return jump.condition == parity || jump.condition == noParity;
}

/// Knows the places of a function: the instructions at which control enters a
/// unit (statement) or the epilogue.
class CodePlaces {
public:
  CodePlaces(const FunctionCode &code, const FrameLayout &frame,
             const FunctionModel &model)
      : code(code), isPlace(code.size()) {
    for (const UnitEntry &entry : model.entries)
      isPlace[*indexAt(code.instructions, entry.address)] = true;
    for (std::optional<uint32_t> exit : {model.exit, frame.tearDown})
      if (exit)
        isPlace[*exit] = true;
  }
  bool operator[](uint32_t index) const { return isPlace[index]; }
  /// Starts at `index` and follows control past instructions without effect,
  /// such as direct jumps. Returns the index of the first instruction that has
  /// an effect, or at which a unit (statement) or the epilogue begins.
  uint32_t resolved(uint32_t index) const;
  /// Marks the instructions that control can reach from `starts` before it
  /// enters another unit (statement) or the epilogue.
  std::vector<bool> reachedFrom(llvm::SmallVector<uint32_t> starts) const;

private:
  const FunctionCode &code;
  std::vector<bool> isPlace;
};

/// Finds the operands of `&&`, `||` and `?` in the machine code of one
/// function.
class DecisionFinder {
public:
  DecisionFinder(const FunctionCode &code, const FrameLayout &frame,
                 const FunctionModel &model, UnitCatalog &catalog)
      : code(code), model(model), catalog(catalog), places(code, frame, model) {
  }

  std::vector<ConditionOperand> run();

private:
  void findCode(UnitId unit);
  void findDecisions();
  std::optional<CodeDecision> decisionAt(uint32_t jump, uint32_t next) const;
  llvm::SmallVector<uint32_t> reach(uint32_t index) const;
  void addOperands(UnitId unit);
  bool addOperands(UnitId unit, const SourceDecisions &source);
  std::optional<uint32_t> valueOf(const SourceDecisions &source,
                                  uint32_t decision,
                                  const DecisionMatcher::Match &match) const;
  std::optional<uint32_t> valueIn(uint32_t begin, uint32_t end) const;
  void add(UnitId unit, const SourceDecisions::Decision &decision,
           uint32_t index, bool holdsWhenTrue);

  const FunctionCode &code;
  const FunctionModel &model;
  UnitCatalog &catalog;
  CodePlaces places;
  // The members `isOwn`, `decisions` and `decisionOf` describe the unit
  // (statement) in which the finder is looking for operands.
  std::vector<bool> isOwn;
  std::vector<CodeDecision> decisions;
  /// Maps the index of the first jump instruction of each decision to the index
  /// of the decision in `decisions`.
  std::map<uint32_t, uint32_t> decisionOf;
  std::vector<ConditionOperand> operands;
};

/// Finds the code of a unit (statement) and marks it in `isOwn`. Follows the
/// control flow from the unit's entries until another unit begins or the
/// function ends.
void DecisionFinder::findCode(UnitId unit) {
  llvm::SmallVector<uint32_t> starts;
  for (const UnitEntry &entry : model.entries)
    if (entry.unit == unit)
      starts.push_back(*indexAt(code.instructions, entry.address));
  isOwn = places.reachedFrom(std::move(starts));
}

std::vector<bool>
CodePlaces::reachedFrom(llvm::SmallVector<uint32_t> starts) const {
  std::vector<bool> isReached(code.size());
  while (!starts.empty()) {
    uint32_t index = starts.pop_back_val();
    if (isReached[index])
      continue;
    isReached[index] = true;
    for (uint32_t next : code.successors[index])
      if (!isPlace[next])
        starts.push_back(next);
  }
  return isReached;
}

uint32_t CodePlaces::resolved(uint32_t index) const {
  constexpr unsigned maxJumps = 32;
  for (unsigned i = 0; i < maxJumps && !isPlace[index]; ++i) {
    if (!code.instructions[index].hasNoEffect() ||
        code.successors[index].size() != 1)
      break;
    index = code.successors[index].front();
  }
  return index;
}

/// Describes the decision that the conditional jumps at the indices `jump` and
/// `next` make. The indices are equal if only one jump makes the decision. A
/// comparison of floating-point numbers takes two jumps if an operand may be
/// NaN. clang writes these jumps back to back; gcc repeats the comparison
/// between them.
std::optional<CodeDecision> DecisionFinder::decisionAt(uint32_t jump,
                                                       uint32_t next) const {
  const Instruction &first = code.instructions[jump];
  auto target = indexAt(code.instructions, first.target);
  if (!target || !first.condition || jump + 1 >= code.size())
    return std::nullopt;
  CodeDecision decision;
  decision.index = jump;
  decision.condition = *first.condition;
  decision.met = places.resolved(*target);
  decision.notMet = places.resolved(jump + 1);
  if (next == jump)
    return decision;
  const Instruction &second = code.instructions[next];
  auto other = indexAt(code.instructions, second.target);
  if (!other || !second.condition)
    return std::nullopt;
  if (next == jump + 1 && second.target == first.target) {
    if (isParity(first))
      decision.condition = *second.condition;
    decision.notMet = places.resolved(next + 1);
    return decision;
  }
  decision.isFixed = true;
  uint32_t sides[] = {places.resolved(*other), places.resolved(next + 1)};
  if (sides[0] != decision.met && sides[1] != decision.met)
    return std::nullopt;
  decision.notMet = sides[sides[0] == decision.met];
  return decision;
}

/// Finds all decisions in the code of a unit (statement). If the form of one
/// decision is unknown, finds none, since the decisions could then not be
/// matched with the source.
void DecisionFinder::findDecisions() {
  decisions.clear();
  decisionOf.clear();
  std::vector<uint32_t> jumps;
  for (uint32_t i = 0; i < code.size(); ++i)
    if (isOwn[i] &&
        code.instructions[i].kind == InstructionKind::ConditionalJump)
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

llvm::SmallVector<uint32_t> DecisionFinder::reach(uint32_t index) const {
  std::set<uint32_t> found, seen;
  llvm::SmallVector<uint32_t> pending{index};
  while (!pending.empty()) {
    uint32_t at = pending.pop_back_val();
    if (!isOwn[at] || places[at] || !seen.insert(at).second)
      continue;
    if (auto decision = decisionOf.find(at); decision != decisionOf.end())
      found.insert(decision->second);
    else
      llvm::append_range(pending, code.successors[at]);
  }
  return llvm::SmallVector<uint32_t>(found.begin(), found.end());
}

/// Returns the index of the last `setcc` from `begin` to `end`. A `setcc` turns
/// a condition into a value. Returns nullopt if the code has no `setcc`, or
/// does more after it than bring the value to its destination.
std::optional<uint32_t> DecisionFinder::valueIn(uint32_t begin,
                                                uint32_t end) const {
  // The largest number of instructions from a `setcc` to the use of its value,
  // both included: the `setcc`, a `not`, an `and`, and a store.
  constexpr uint32_t longestWay = 4;
  auto isValue = [&](uint32_t index) {
    const Instruction &instruction = code.instructions[index];
    return instruction.condition && instruction.kind == InstructionKind::Other;
  };
  for (uint32_t i = end; i > begin && end - i < longestWay; --i) {
    const Instruction &instruction = code.instructions[i - 1];
    // Two `setcc` in a row can belong to one comparison of floating-point
    // numbers. Neither of them decides alone, so none is returned.
    if (isValue(i - 1))
      return i > begin + 1 && isValue(i - 2) ? std::nullopt
                                             : std::optional(i - 1);
    if (instruction.kind != InstructionKind::Other || instruction.readsMemory ||
        code.isTarget[i - 1])
      return std::nullopt;
  }
  return std::nullopt;
}

/// Returns the instruction of a decision that is made without a jump. For
/// example, `x = a && b` stores the value of b without a jump. Only the last
/// decision of an expression is made in this way. So its instruction comes
/// after the previous decision, and before the place where all ways through the
/// expression meet.
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

/// Returns the index of the instruction that sets the processor flags for the
/// instruction at `index`. Once that instruction is executed, control always
/// comes to the one at `index`. Returns nullopt if there is no such
/// instruction.
std::optional<uint32_t> comparisonBefore(const FunctionCode &code,
                                         uint32_t index) {
  for (uint32_t i = index; i > 0 && !code.isTarget[i] && code.fallsInto(i);
       --i) {
    const Instruction &before = code.instructions[i - 1];
    if (before.kind != InstructionKind::Other)
      break;
    if (before.defines & flagsRegister)
      return i - 1;
  }
  return std::nullopt;
}

/// Returns true if a hook (code that Pinstripe inserts) at the instruction may
/// overwrite r10 and r11, since their values are not needed later.
bool hasFreeRegisters(const FunctionCode &code, uint32_t index) {
  return (code.liveIn[index] & (generalRegister(R10) | generalRegister(R11))) ==
         0;
}

void DecisionFinder::add(UnitId unit, const SourceDecisions::Decision &decision,
                         uint32_t index, bool holdsWhenTrue) {
  if (!hasFreeRegisters(code, index))
    return;
  ConditionOperand operand;
  operand.range = catalog.rangeOf(decision.extent);
  operand.text = decision.text;
  operand.unit = unit;
  operand.address = code.instructions[index].address;
  if (auto comparison = comparisonBefore(code, index))
    operand.comparison = code.instructions[*comparison].address;
  operand.condition = *code.instructions[index].condition;
  operand.holdsWhenTrue = holdsWhenTrue;
  operands.push_back(std::move(operand));
}

void DecisionFinder::addOperands(UnitId unit) {
  bool isKnown = false;
  for (const SourceDecisions &source : catalog.decisionsOf(unit)) {
    bool hasOperand = llvm::any_of(source.decisions, [](const auto &decision) {
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

/// Matches the code of a unit (statement) with `source`, which lists the unit's
/// decisions for one of the ways in which compilers translate them. If code and
/// `source` fit, adds the operands of the unit and returns true. Otherwise
/// returns false.
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

/// Marks the instructions of each statement in `model` at whose end the
/// processor flags do not tell how the statement has decided (see
/// EntryFlow::decidesByFlags). The instructions of a statement are those that
/// control can reach from its entry (start) before it comes to another entry.
static std::vector<bool> undecidedCode(const FunctionCode &code,
                                       const CodePlaces &places,
                                       const FunctionModel &model) {
  llvm::SmallVector<uint32_t> starts;
  for (const UnitEntry &entry : model.entries)
    if (!entry.flow.decidesByFlags)
      starts.push_back(*indexAt(code.instructions, entry.address));
  return places.reachedFrom(std::move(starts));
}

std::vector<FlagReader> findFlagReaders(const FunctionCode &code,
                                        const FrameLayout &frame,
                                        const FunctionModel &model) {
  CodePlaces places(code, frame, model);
  std::vector<bool> isUndecided = undecidedCode(code, places, model);
  auto isLastJump = [&](uint32_t index) {
    return !isUndecided[index] &&
           code.instructions[index].kind == InstructionKind::ConditionalJump &&
           llvm::all_of(code.successors[index], [&](uint32_t next) {
             return places[places.resolved(next)];
           });
  };
  // A hook (code that Pinstripe inserts) can be an int3 instruction, whose
  // signal needs a valid stack. The stack depth is unknown in code that
  // allocates an array of variable length. If a statement was skipped, the
  // length can be poison (a pattern that Pinstripe writes), and the stack
  // pointer is then wild. So such code gets no hook.
  auto mayHaveHook = [&](uint32_t index) {
    return code.depth[index] && hasFreeRegisters(code, index);
  };
  std::vector<FlagReader> readers;
  bool areRead = false;
  for (uint32_t i = model.bodyStart; i < code.size(); ++i) {
    const Instruction &instruction = code.instructions[i];
    areRead &= !code.isTarget[i] && code.fallsInto(i);
    bool reads = instruction.condition && !places[i] && !isLastJump(i);
    if (reads && !areRead && mayHaveHook(i)) {
      FlagReader &reader = readers.emplace_back();
      reader.address = instruction.address;
      if (auto comparison = comparisonBefore(code, i))
        reader.comparison = code.instructions[*comparison].address;
    }
    areRead |= reads;
    areRead &= (instruction.defines & flagsRegister) == 0;
  }
  return readers;
}

} // namespace pinstripe
