// Interprets how a run of the native engine ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H

#include "Patch/InstrumentedProgram.h"
#include "Server/NativeServer.h"
#include "Tables/PlanTables.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Converts the wait status of a process into the ending of its run. `crashPC`
/// is the run-time address, perhaps in patched code, at which the fatal signal
/// was raised; 0 if it is unknown.
Ending endingOfProcess(int status, uint64_t crashPC,
                       const InstrumentedProgram &program,
                       const UnitTable &table);

/// Returns how a run has ended. `last` is the last event of the run; none if
/// there was no event. `plan` has the tables of a partial execution; null for
/// other runs. Returns a NativeRefusal if the engine could not follow the
/// program.
llvm::Expected<Ending> endingOf(const ChildResult &child,
                                const InstrumentedProgram &program,
                                const UnitTable &table,
                                std::optional<EventIndex> last,
                                const PlanTables *plan);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_CHILDENDING_H
