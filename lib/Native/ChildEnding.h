//===- ChildEnding.h - How a run of the native engine ended -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_CHILDENDING_H
#define PINSTRIPE_LIB_NATIVE_CHILDENDING_H

#include "InstrumentedProgram.h"
#include "NativeServer.h"
#include "PlanTables.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe {

/// Of a process that is over. `crashPC`: where the signal was raised that ended
/// it, in the instrumented code; 0: unknown.
Ending endingOfProcess(int status, uint64_t crashPC,
                       const InstrumentedProgram &program,
                       const UnitTable &table);

/// `last`: the event during which it ended. `plan`: of a partial execution; may
/// be null. A NativeRefusal if the engine could not follow it.
llvm::Expected<Ending> endingOf(const ChildResult &child,
                                const InstrumentedProgram &program,
                                const UnitTable &table,
                                std::optional<EventIndex> last,
                                const PlanTables *plan);

/// What a child has come to whose server the program has ended.
llvm::Expected<ChildResult> afterLoss(llvm::Expected<ChildResult> child,
                                      const NativeServer &server);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_CHILDENDING_H
