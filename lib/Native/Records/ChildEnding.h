// Interprets how a run of the native engine ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H

#include "Patch/InstrumentedProgram.h"
#include "Server/NativeServer.h"
#include "Tables/PlanTables.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Returns the ending of a process with this wait status. `crashPC` is the
/// address in instrumented code at which the fatal signal was raised; 0 if
/// unknown.
Ending endingOfProcess(int status, uint64_t crashPC,
                       const InstrumentedProgram &program,
                       const UnitTable &table);

/// Returns the ending of a run. `last` is the run's last event; none if there
/// was no event. `plan` is null except for a partial execution. Fails with a
/// NativeRefusal if the engine could not follow the program.
llvm::Expected<Ending> endingOf(const ChildResult &child,
                                const InstrumentedProgram &program,
                                const UnitTable &table,
                                std::optional<EventIndex> last,
                                const PlanTables *plan);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
