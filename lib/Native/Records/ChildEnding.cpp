// Interprets how a run of the native engine ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Records/ChildEnding.h"
#include "pinstripe/Execution/LoadedModules.h"
#include "pinstripe/Native/NativeRefusal.h"
#include <csignal>
#include <sys/wait.h>

using namespace pinstripe;

static_assert(static_cast<unsigned>(Diverged::Reason::NotAsRecorded) ==
              static_cast<unsigned>(native::DivergeReason::NotAsRecorded));

static Diverged::Reason reasonOf(native::DivergeReason reason) {
  // The RunState is in memory that the program can overwrite, so `reason` may
  // have any value.
  return reason <= native::DivergeReason::NotAsRecorded
             ? static_cast<Diverged::Reason>(reason)
             : Diverged::Reason::FrameLost;
}

/// For a run that ended because a condition did not decide as recorded: returns
/// the condition, and where control has gone instead. Returns nullopt if
/// `state` holds impossible values, because the program has overwritten it.
static std::optional<DecidedOtherwise>
otherwiseOf(const native::RunState &state, const PlanTables &plan,
            const UnitTable &table) {
  bool isExit = state.arrived == native::none;
  if (state.condition >= plan.positions() ||
      (!isExit && state.arrived >= table.entries.size()))
    return std::nullopt;
  DecidedOtherwise otherwise{plan.eventAt(state.condition)};
  if (!isExit)
    otherwise.arrived = EntryId(state.arrived);
  return otherwise;
}

Ending pinstripe::endingOfProcess(int status, uint64_t crashPC,
                                  const InstrumentedProgram &program,
                                  const UnitTable &table) {
  if (WIFEXITED(status))
    return Exited{WEXITSTATUS(status)};
  int signal = WTERMSIG(status);
  if (signal == SIGXFSZ)
    return LimitReached{LimitReached::Kind::FileSize};
  if (crashPC == 0)
    return Crashed{signal};
  uint64_t address = program.originOf(crashPC);
  return Crashed{signal, address, libraryAt(table, address, program.mappings)};
}

static Crashed readCrash(const CrashedThread &thread,
                         const EndingContext &context,
                         std::optional<EventUnderWay> underWay) {
  const InstrumentedProgram &program = context.program;
  return context.crashes.read(
      thread,
      {program.mappings, [&](uint64_t pc) { return program.originOf(pc); }},
      context.poison, underWay);
}

llvm::Expected<Ending> pinstripe::endingOf(const ChildResult &child,
                                           const EndingContext &context,
                                           const EndPlace &place,
                                           const PlanTables *plan) {
  const native::RunState &state = child.state;
  const UnitTable &table = context.crashes.table();
  switch (state.end) {
  case native::EndKind::None:
    break;
  case native::EndKind::Diverged:
    // In recordings of instructions, functions that are not traced have hooks,
    // too. If a second thread arrives at such a hook, `state.function` is none.
    if (state.function == native::none &&
        state.reason == native::DivergeReason::SecondThread)
      return llvm::make_error<NativeRefusal>(
          "a second thread runs code of the program, and this engine can "
          "record the instructions of only one");
    if (state.function >= table.functions.size())
      break;
    return Diverged{place.last, FunctionId{state.function},
                    reasonOf(state.reason)};
  case native::EndKind::DecidedOtherwise:
    if (plan)
      if (auto otherwise = otherwiseOf(state, *plan, table))
        return *otherwise;
    break;
  case native::EndKind::EventLimit:
    return LimitReached{LimitReached::Kind::Events};
  case native::EndKind::Failed:
    return llvm::make_error<NativeRefusal>(
        "the program has more activations at a time than the native engine "
        "can follow");
  }
  if (child.forced)
    return *child.forced;
  Ending ending =
      endingOfProcess(child.status, /*crashPC=*/0, context.program, table);
  if (std::holds_alternative<Crashed>(ending) && child.crash)
    return readCrash(*child.crash, context, place.underWay);
  return ending;
}
