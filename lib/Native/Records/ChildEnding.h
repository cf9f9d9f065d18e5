// Interprets how a run of the native engine ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H

#include "Patch/InstrumentedProgram.h"
#include "Server/NativeServer.h"
#include "Tables/PlanTables.h"
#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Converts the wait status of a process into the ending of its run. `crashPC`
/// is the run-time address at which the fatal signal was raised; 0 if it is
/// unknown. The address may be in code that a patch has moved.
Ending endingOfProcess(int status, uint64_t crashPC,
                       const InstrumentedProgram &program,
                       const UnitTable &table);

/// Says how far a run had come when it ended. An event is one execution of a
/// statement. `last` and `underWay` can differ: the last event may belong to a
/// call that has returned.
struct EndPlace {
  /// The event that was executed last; nullopt if the run executed none.
  std::optional<EventIndex> last;
  /// The event that the innermost call (activation) was executing when the run
  /// ended.
  std::optional<EventUnderWay> underWay;
};

/// Data for interpreting how the runs of one session ended. It is the same for
/// all these runs. A session is one start of the program, from which its runs
/// are forked.
struct EndingContext {
  const InstrumentedProgram &program;
  CrashReader &crashes;
  Poison poison;
};

/// Returns how a run ended. `plan` holds the tables of the recorded events that
/// the run had to follow; null if it followed no trace. Returns a NativeRefusal
/// if the program has done something that the native engine does not support.
llvm::Expected<Ending> endingOf(const ChildResult &child,
                                const EndingContext &context,
                                const EndPlace &place, const PlanTables *plan);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
