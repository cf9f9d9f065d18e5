// Makes the objects that run a failing program again and judge its runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/FailingProgram.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<RunTester>>
pinstripe::createTester(const FailingProgram &program, unsigned lane,
                        const std::atomic<bool> &stop) {
  if (program.isCompared)
    return ReferenceTester::create(program.setting, program.right,
                                   program.differenceFromRight, lane);
  return ProgramTester::create(program.setting, program.predicate,
                               program.recorded, lane, stop);
}
