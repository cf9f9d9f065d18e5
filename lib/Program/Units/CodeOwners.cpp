// Assigns each instruction of a function to a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/CodeOwners.h"
#include "Units/DestructionFinder.h"
#include "Units/PinnedUnits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace pinstripe {

bool isClean(const FunctionCode &code, const FrameLayout &frame,
             RegisterSet steadyRegisters, uint32_t index) {
  bool depthIsKnown = frame.baseDepth && code.depth[index];
  return !(code.liveIn[index] & ~steadyRegisters) &&
         (!depthIsKnown || *code.depth[index] == *frame.baseDepth);
}

namespace {

using Kind = CodeOwner::Kind;
using InstructionKind = Instruction::Kind;

constexpr RegisterSet resultRegisters = generalRegister(RAX) |
                                        generalRegister(RDX) |
                                        vectorRegister(0) | vectorRegister(1);

class OwnerAssigner {
public:
  OwnerAssigner(const DebugFunction &function, const FunctionCode &code,
                const FrameLayout &frame, const SourceScope &scope,
                UnitCatalog &catalog, UnitTable &table)
      : function(function), code(code), frame(frame), scope(scope),
        catalog(catalog), table(table) {}

  CodeOwners run();

private:
  void findRows();
  std::optional<uint32_t> sourceAt(uint32_t i) const;
  void settleBindingRows();
  void settleBraceRows();
  void assignFromSource();
  void settlePlacelessRows();
  void assignFromRows();
  std::string misfit() const;
  void assignFrame();
  bool isEpilogueRow(uint32_t i);
  bool isResultMove(uint32_t i) const;
  void extendEpilogue();
  uint32_t startOfResultMoves(uint32_t end) const;
  void findResultMoves();
  void giveDestructions();
  void findTests();
  void giveTest(uint32_t jump, UnitId test);
  void dropJumps();
  void coverTheRest();
  void coverRun(uint32_t begin, uint32_t end);
  bool isSharedGoto(uint32_t begin, uint32_t end) const;
  void extendPrologue();
  void findSteadyRegisters();
  bool onlyJumps(uint32_t begin, uint32_t end) const;
  bool samePlace(uint32_t a, uint32_t b) const;
  template <typename Visit> void forEachRun(Visit visit);
  CodeOwner &owner(uint32_t i) { return result.owners[i]; }
  void give(uint32_t begin, uint32_t end, CodeOwner own) {
    for (uint32_t i = begin; i < end; ++i)
      owner(i) = own;
  }

  const DebugFunction &function;
  const FunctionCode &code;
  const FrameLayout &frame;
  const SourceScope &scope;
  UnitCatalog &catalog;
  UnitTable &table;
  CodeOwners result;
  /// For each instruction, the line table row that gives its position in the
  /// source, as an index in function.rows. This is the last row with a line
  /// number that begins at or before the instruction. Code that the line table
  /// assigns to a wrong statement gets the row of the code next to it (see
  /// settleBindingRows() and settleBraceRows()).
  std::vector<std::optional<uint32_t>> rows;
};

void OwnerAssigner::findRows() {
  rows.assign(code.size(), std::nullopt);
  std::optional<uint32_t> current;
  uint32_t next = 0;
  for (uint32_t i = 0; i < code.size(); ++i) {
    while (next < function.rows.size() &&
           function.rows[next].address <= code.instructions[i].address) {
      if (function.rows[next].line)
        current = next;
      ++next;
    }
    rows[i] = current;
  }
}

/// Returns the unit (statement) in the source at the position of an
/// instruction, as an index in SourceModel::units.
std::optional<uint32_t> OwnerAssigner::sourceAt(uint32_t i) const {
  if (!rows[i] || !function.rows[*rows[i]].column)
    return std::nullopt;
  return catalog.sourceAt(scope, function.rows[*rows[i]]);
}

/// Moves the load of a structured binding to the statement that uses the
/// binding. clang's line table assigns this load, for example of `it` in `it->x
/// = 1`, to the declaration of the binding. The load lies after the code of the
/// declaration and apart from it. The code that follows the load uses the
/// loaded value.
///
/// A load directly after the declaration can't be told from the declaration's
/// own code, so it keeps its line table row. EntryFinder lets the next
/// statement begin with this load.
void OwnerAssigner::settleBindingRows() {
  if (scope.compiler != CompilerFamily::Clang || !catalog.hasBindings(scope))
    return;
  std::set<uint32_t> declared;
  std::vector<bool> isUse(code.size());
  std::optional<uint32_t> previous;
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i) {
    if (code.isUnwinding[i] || !rows[i])
      continue;
    if (i > frame.bodyStart && rows[i] == rows[i - 1]) {
      isUse[i] = isUse[i - 1];
      continue;
    }
    std::optional<uint32_t> unit = sourceAt(i);
    bool isElsewhere =
        unit && (catalog.source(*unit).function < 0
                     ? scope.function >= 0
                     : declared.count(*unit) && previous != unit);
    isUse[i] =
        isElsewhere && catalog.isAtBindings(*unit, function.rows[*rows[i]]);
    previous = isUse[i] ? std::nullopt : unit;
    if (previous)
      declared.insert(*previous);
  }
  for (uint32_t i = code.size() - 1; i-- > frame.bodyStart;)
    if (isUse[i] && code.fallsInto(i + 1))
      rows[i] = rows[i + 1];
}

/// gcc's line table assigns parts of expressions to the last `}` of the
/// function, such as the construction of an element of an initialiser list.
/// This function moves such code to its statement. It recognises the code
/// because control goes on from it to other code of the statement. The clean-up
/// at the same `}` is not moved: after it, control leaves the function, perhaps
/// through a `nop` or a move of the result, which have the position of a
/// `return`.
void OwnerAssigner::settleBraceRows() {
  if (scope.compiler != CompilerFamily::GCC)
    return;
  auto isAtBrace = [&](uint32_t i) {
    return rows[i] && catalog.isLastBrace(scope, function.rows[*rows[i]]);
  };
  auto isStatement = [&](uint32_t i) {
    std::optional<uint32_t> unit = sourceAt(i);
    return unit && catalog.source(*unit).kind != UnitKind::Cleanup;
  };
  // gcc's line table assigns parts of the loop that destroys an array to the
  // array's declaration, whose own code has ended long before. So nothing is
  // moved to a statement whose code has ended before.
  std::set<uint32_t> ended;
  std::optional<uint32_t> current;
  auto isEnded = [&](uint32_t i) { return ended.count(*sourceAt(i)) != 0; };
  for (uint32_t begin = frame.bodyStart; begin < code.size();) {
    uint32_t end = begin + 1;
    while (end < code.size() && code.fallsInto(end) &&
           isAtBrace(end) == isAtBrace(begin))
      ++end;
    if (isAtBrace(begin) && end < code.size() && code.fallsInto(end) &&
        isStatement(end) && !code.instructions[end].hasNoEffect() &&
        !isResultMove(end) && !isEnded(end)) {
      bool goesOn = begin > frame.bodyStart && code.fallsInto(begin) &&
                    isStatement(begin - 1) &&
                    !isClean(code, frame, function.variableRegisters, begin);
      std::fill(rows.begin() + begin, rows.begin() + end,
                rows[goesOn ? begin - 1 : end]);
    }
    for (uint32_t i = begin; i < end; ++i) {
      std::optional<uint32_t> unit = isAtBrace(i) ? current : sourceAt(i);
      if (unit != current && current)
        ended.insert(*current);
      current = unit;
    }
    begin = end;
  }
}

void OwnerAssigner::assignFromSource() {
  std::map<uint32_t, CodeOwner> byRow;
  CodeOwner previous;
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (!rows[i])
      continue;
    auto [found, isNew] = byRow.try_emplace(*rows[i]);
    if (isNew) {
      const LineRow &row = function.rows[*rows[i]];
      if (auto unit = row.column ? catalog.unitAt(scope, row) : std::nullopt)
        found->second = {Kind::Unit, *unit};
      else if (!row.column || !catalog.isInBody(scope, row))
        // Code without a column in the line table gets the owner (the statement
        // unit) of the code before it. So does code that is inlined from
        // another function.
        found->second = previous;
    }
    owner(i) = previous = found->second;
  }
}

/// Finds the owner (the statement unit) of code whose line table row has no
/// line number. If control can run into this code from the code before it, both
/// have the same owner. Otherwise the code belongs to the unit that jumps to
/// it. If several units jump to it, as at the end of an `if`, it belongs to the
/// unit of the code that follows.
void OwnerAssigner::settlePlacelessRows() {
  for (uint32_t r = 0; r < function.rows.size(); ++r) {
    auto start = indexAt(code.instructions, function.rows[r].address);
    if (function.rows[r].line || !start || code.fallsInto(*start))
      continue;
    uint64_t end = r + 1 < function.rows.size() ? function.rows[r + 1].address
                                                : function.high;
    uint32_t next = *start;
    while (next < code.size() && code.instructions[next].address < end)
      ++next;
    CodeOwner own;
    const auto &before = code.predecessors[*start];
    bool isShared = llvm::any_of(
        before, [&](uint32_t i) { return owner(i) != owner(before.front()); });
    if (!isShared && !before.empty()) {
      own = owner(before.front());
    } else if (isShared && next < code.size() && code.fallsInto(next)) {
      own = owner(next);
      std::fill(rows.begin() + *start, rows.begin() + next, rows[next]);
    }
    give(*start, next, own);
  }
}

/// Makes units (statements that can be skipped) from the line table alone, for
/// a function whose source is missing or does not match the line table. Each
/// row that begins a statement starts a new unit.
void OwnerAssigner::assignFromRows() {
  CodeOwner current;
  std::optional<uint32_t> last;
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (rows[i] && rows[i] != last && function.rows[*rows[i]].isStatement &&
        catalog.isUsers(scope, function.rows[*rows[i]]))
      current = {Kind::Unit, catalog.lineUnit(function.rows[*rows[i]])};
    last = rows[i];
    owner(i) = current;
  }
}

bool OwnerAssigner::onlyJumps(uint32_t begin, uint32_t end) const {
  return llvm::all_of(
      llvm::ArrayRef(code.instructions).slice(begin, end - begin),
      [](const Instruction &each) { return each.hasNoEffect(); });
}

/// Returns why the statement units of the source can't be used for this
/// function, for example because the source does not fit the line table.
/// Returns an empty string if they can be used.
std::string OwnerAssigner::misfit() const {
  if (!scope.isKnown())
    return "its source is missing or can't be parsed";
  unsigned fits = 0, strays = 0;
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i) {
    if (!rows[i] || (i > 0 && rows[i] == rows[i - 1]))
      continue;
    const LineRow &row = function.rows[*rows[i]];
    bool isOutside = result.owners[i].kind != Kind::Unit && row.isStatement &&
                     row.column && catalog.isInBody(scope, row) &&
                     catalog.isUsers(scope, row) &&
                     !catalog.isClosingBrace(row) && !onlyJumps(i, i + 1);
    ++(isOutside ? strays : fits);
  }
  bool hasColumns = llvm::any_of(
      function.rows, [](const LineRow &row) { return row.column != 0; });
  if (!hasColumns)
    return "its line table has no columns; build without -gno-column-info";
  if (strays * 3 > fits + strays)
    return "its source does not fit the line table (" + llvm::utostr(strays) +
           " of " + llvm::utostr(fits + strays) +
           " rows lie outside of any statement)";
  return "";
}

void OwnerAssigner::assignFrame() {
  give(0, frame.bodyStart, {Kind::Prologue, {}});
  for (auto [tearDown, ret] : frame.tearDowns)
    give(tearDown, ret + 1, {Kind::Epilogue, {}});
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i)
    if (code.isUnwinding[i])
      owner(i) = {Kind::Unwinding, {}};
}

/// Returns true if the epilogue may include the instruction at index `i`. This
/// is so if the instruction belongs to no unit, or to the destructor calls at
/// the end of a scope.
bool OwnerAssigner::isEpilogueRow(uint32_t i) {
  const CodeOwner &own = owner(i);
  return own.kind == Kind::Glue ||
         (own.isUnit() && table.unit(own.unit).kind == UnitKind::Cleanup);
}

/// Makes the epilogue begin before the tear-down of the frame. The epilogue
/// then includes the code that reloads the return value from the frame, and the
/// check of a stack protector.
void OwnerAssigner::extendEpilogue() {
  result.exit = frame.tearDown;
  if (!frame.tearDown)
    return;
  uint32_t start = *frame.tearDown;
  while (start > frame.bodyStart && !code.isTarget[start] &&
         isEpilogueRow(start - 1)) {
    const Instruction &before = code.instructions[start - 1];
    bool isReload = before.frameOffset && before.readsMemory &&
                    !before.writesMemory &&
                    !(before.defines & ~resultRegisters);
    bool resetsStack = before.kind == InstructionKind::Other &&
                       (before.defines & generalRegister(RSP)) &&
                       !before.readsMemory && !before.writesMemory;
    if (!isReload && !resetsStack)
      break;
    --start;
  }
  give(start, *frame.tearDown, {Kind::Epilogue, {}});
  result.exit = start;
  uint32_t check = start;
  while (check > frame.bodyStart && isEpilogueRow(check - 1) &&
         (code.callee[check - 1] == "__stack_chk_fail" || check < start))
    --check;
  give(check, start, {Kind::Epilogue, {}});
}

/// Returns true if an instruction only moves a result out of a callee-saved
/// register.
bool OwnerAssigner::isResultMove(uint32_t i) const {
  const Instruction &move = code.instructions[i];
  return move.kind == InstructionKind::Other && !move.readsMemory &&
         !move.writesMemory && move.defines &&
         !(move.defines & ~resultRegisters) && move.uses &&
         !(move.uses & ~calleeSavedRegisters) &&
         !(move.uses & function.variableRegisters);
}

/// Returns the index of the first of those instructions just before `end` that
/// only move results out of callee-saved registers. Returns `end` if there are
/// none. gcc keeps results in these registers while destructors run.
uint32_t OwnerAssigner::startOfResultMoves(uint32_t end) const {
  uint32_t start = end;
  while (start > frame.bodyStart && code.fallsInto(start)) {
    if (!isResultMove(start - 1) || (start != end && code.isTarget[start]))
      break;
    --start;
  }
  return start;
}

/// Finds the code that moves a return value to rax on the way to the epilogue,
/// and makes it a part of the epilogue. gcc makes such code if it keeps the
/// value in rbx while destructors run. As a part of the return statement, this
/// code would count as a second execution of the statement.
void OwnerAssigner::findResultMoves() {
  result.resultReload = result.exit;
  if (!result.exit)
    return;
  auto take = [&](uint32_t start, uint32_t end) {
    give(start, end, {Kind::Epilogue, {}});
    if (start != end && result.resultReload == result.exit)
      result.resultReload = start;
  };
  take(startOfResultMoves(*result.exit), *result.exit);
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i) {
    const Instruction &jump = code.instructions[i];
    if (jump.kind == InstructionKind::Jump && !jump.isIndirect &&
        indexAt(code.instructions, jump.target) == result.exit)
      take(startOfResultMoves(i), i);
  }
}

bool OwnerAssigner::samePlace(uint32_t a, uint32_t b) const {
  if (result.owners[a] != result.owners[b])
    return false;
  if (result.owners[a].kind != Kind::Glue || rows[a] == rows[b])
    return true;
  if (!rows[a] || !rows[b])
    return false;
  const LineRow &first = function.rows[*rows[a]];
  const LineRow &second = function.rows[*rows[b]];
  return first.file == second.file && first.line == second.line &&
         first.column == second.column;
}

/// Divides the code into stretches of consecutive instructions that have the
/// same owner (a statement unit, the prologue, ...), and calls `visit` for each
/// stretch. The stretches are as long as possible. A stretch that no unit owns
/// also ends where the position in the source changes.
template <typename Visit> void OwnerAssigner::forEachRun(Visit visit) {
  for (uint32_t begin = 0; begin < code.size();) {
    uint32_t end = begin + 1;
    while (end < code.size() && samePlace(begin, end))
      ++end;
    visit(begin, end);
    begin = end;
  }
}

/// Divides the cleanup at the end of a scope. The code that destroys one object
/// becomes a separate unit. The code that decides where control goes after the
/// scope stays in the unit of the cleanup.
void OwnerAssigner::giveDestructions() {
  std::vector<std::optional<uint32_t>> sources(code.size());
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i)
    sources[i] = i > 0 && rows[i] == rows[i - 1] ? sources[i - 1] : sourceAt(i);
  for (const Destruction &each :
       findDestructions(function, code, catalog, sources))
    give(each.begin, each.end,
         {Kind::Unit, catalog.destructionOf(
                          {each.cleanup, each.declaration, each.object})});
}

/// Makes the unit `test` the owner of the code of a loop's condition: the
/// computation of the condition, the conditional jump at the index `jump`, and
/// the jumps that follow. The computation begins at the nearest place before
/// the jump where no register holds a temporary value.
void OwnerAssigner::giveTest(uint32_t jump, UnitId test) {
  const CodeOwner own{Kind::Unit, test}, before = owner(jump);
  uint32_t start = jump;
  while (start > frame.bodyStart && owner(start) == before &&
         code.fallsInto(start) &&
         !isClean(code, frame, function.variableRegisters, start))
    --start;
  give(start, jump + 1, own);
  for (uint32_t i = jump + 1; i < code.size() && owner(i) == before &&
                              code.instructions[i].isJumpLike();
       ++i)
    owner(i) = own;
}

/// Finds the code of the conditions of `do` loops without braces. clang's line
/// table assigns the jump of such a condition, and the whole code of a short
/// condition, to the statement that the loop repeats. At -O0 all conditional
/// jumps that go backwards belong to `do` loops. So these jumps show where the
/// conditions are.
void OwnerAssigner::findTests() {
  std::set<UnitId> found;
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i) {
    const Instruction &jump = code.instructions[i];
    if (jump.kind != InstructionKind::ConditionalJump ||
        jump.target > jump.address || !rows[i] || !owner(i).isUnit())
      continue;
    // If the body of a `do` loop has braces, the line table assigns the loop's
    // backward jump to the `}`. The unit of the condition includes the `}` and
    // so owns the jump already.
    const LineRow &row = function.rows[*rows[i]];
    if (catalog.isClosingBrace(row))
      continue;
    for (UnitId test : catalog.testsAt(scope, row))
      if (found.insert(test).second) {
        giveTest(i, test);
        break;
      }
  }
}

/// Takes stretches of code away from their unit if they consist only of jumps,
/// and control comes to them from code of another unit. An example is the jump
/// from the end of a loop's body to the loop's head. A unit must not count as
/// executed when control only passes such jumps.
void OwnerAssigner::dropJumps() {
  forEachRun([&](uint32_t begin, uint32_t end) {
    if (!owner(begin).isUnit() || !onlyJumps(begin, end))
      return;
    CodeOwner own = owner(begin);
    bool comesFromElsewhere = false;
    for (uint32_t i = begin; i < end; ++i)
      for (uint32_t before : code.predecessors[i])
        comesFromElsewhere |= owner(before) != own;
    if (comesFromElsewhere)
      give(begin, end, {Kind::Glue, {}});
  });
}

/// Returns true if the code from `begin` to `end` is the one indirect jump that
/// clang makes for all computed gotos of a function. This jump belongs to no
/// statement.
bool OwnerAssigner::isSharedGoto(uint32_t begin, uint32_t end) const {
  const Instruction &load = code.instructions[begin];
  const Instruction &jump = code.instructions[end - 1];
  return end - begin == 2 && load.loadedRegister && load.frameOffset &&
         jump.kind == InstructionKind::Jump && jump.isIndirect &&
         !code.fallsInto(begin) && code.predecessors[begin].size() > 1;
}

void OwnerAssigner::coverRun(uint32_t begin, uint32_t end) {
  if (onlyJumps(begin, end) || isSharedGoto(begin, end) || !rows[begin] ||
      !catalog.isUsers(scope, function.rows[*rows[begin]]))
    return;
  // Some line tables assign the last instructions of a statement to a position
  // outside of the statement. For example, clang assigns the conditional jump
  // of a `for` to the keyword, and gcc assigns the store of a temporary to a
  // brace. Such instructions belong to the unit of the code before them.
  bool goesOn = begin > 0 && code.fallsInto(begin) &&
                !isClean(code, frame, result.steadyRegisters, begin);
  CodeOwner own = goesOn ? owner(begin - 1) : CodeOwner{};
  if (!goesOn)
    own = {Kind::Unit, catalog.lineUnit(function.rows[*rows[begin]])};
  if (own.kind == Kind::Prologue || own.kind == Kind::Epilogue)
    return;
  give(begin, end, own);
}

/// Makes statement units of the code that no unit owns so far. Without a unit
/// the code would be executed in every run, and nobody would notice that it is
/// never skipped.
void OwnerAssigner::coverTheRest() {
  forEachRun([&](uint32_t begin, uint32_t end) {
    if (owner(begin).kind == Kind::Glue && begin >= frame.bodyStart)
      coverRun(begin, end);
  });
}

/// Finds the steady registers: those whose values are right even if statements
/// were skipped. They are the registers that hold variables, and the
/// callee-saved registers that are set only by code that is always executed.
/// For example, gcc keeps in rbx the stack pointer from before a
/// variable-length array.
void OwnerAssigner::findSteadyRegisters() {
  RegisterSet changed = 0;
  for (uint32_t i = frame.bodyStart; i < code.size(); ++i) {
    const CodeOwner &own = owner(i);
    bool alwaysRuns = own.kind == Kind::Epilogue ||
                      (own.isUnit() && table.unit(own.unit).isPinned());
    if (!alwaysRuns)
      changed |= code.instructions[i].defines;
  }
  result.steadyRegisters =
      function.variableRegisters | (calleeSavedRegisters & ~changed);
}

/// Makes the code at the start of the body a part of the prologue if it belongs
/// to no unit. Stops at the first jump or jump target. Like the prologue, this
/// code is always executed.
void OwnerAssigner::extendPrologue() {
  uint32_t start = frame.bodyStart;
  while (start + 1 < code.size() && owner(start).kind == Kind::Glue &&
         code.fallsInto(start + 1) && !code.isTarget[start + 1] &&
         !code.instructions[start].isJumpLike())
    owner(start++) = {Kind::Prologue, {}};
  result.bodyStart = start;
}

CodeOwners OwnerAssigner::run() {
  result.owners.resize(code.size());
  findRows();
  settleBindingRows();
  settleBraceRows();
  if (scope.isKnown())
    assignFromSource();
  settlePlacelessRows();
  result.fallbackReason = misfit();
  if (!result.fallbackReason.empty()) {
    result.owners.assign(code.size(), {});
    assignFromRows();
  } else {
    giveDestructions();
    findTests();
  }
  assignFrame();
  extendEpilogue();
  findResultMoves();
  dropJumps();
  pinUnits(code, result.owners, table);
  findSteadyRegisters();
  coverTheRest();
  pinUnits(code, result.owners, table);
  findSteadyRegisters();
  extendPrologue();
  return std::move(result);
}

} // namespace

CodeOwners assignOwners(const DebugFunction &function, const FunctionCode &code,
                        const FrameLayout &frame, const SourceScope &scope,
                        UnitCatalog &catalog, UnitTable &table) {
  return OwnerAssigner(function, code, frame, scope, catalog, table).run();
}

} // namespace pinstripe
