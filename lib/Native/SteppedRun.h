//===- SteppedRun.h - A program from hook to hook ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program under ptrace, from its entry point to its end, with int3 at
// each hook; the instruction there is executed in a single step, and everything
// else at full speed. A stop takes 5 to 25 us.
//
// All threads and children are traced, too, since an int3 that nobody expects
// would end them: threads run library code, children the original code, and
// children do not outlive the run.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_STEPPEDRUN_H
#define PINSTRIPE_LIB_NATIVE_STEPPEDRUN_H

#include "Breakpoints.h"
#include "SteppedHooks.h"
#include "TracedLaunch.h"
#include <functional>
#include <set>

namespace pinstripe {

class SteppedRun {
public:
  /// All must outlive the object. `decoder` is fed by `hooks`.
  SteppedRun(TracedLaunch &launch, const InstrumentedProgram &program,
             const ProcessMemory &memory, SteppedHooks &hooks,
             const DetailedDecoder &decoder)
      : launch(launch), program(program), memory(memory), hooks(hooks),
        decoder(decoder), pid(launch.processId()), breakpoints(memory) {}

  /// How it ended; once, by the thread that launched. `watcher` is told the
  /// number of events now and then; it may be null.
  llvm::Expected<Ending> run(const UnitTable &table,
                             const std::function<void(uint64_t)> &watcher);

private:
  enum class Resume : uint8_t { Freely, OneStep };
  /// An instruction that was told of, but not executed yet: a signal handler
  /// came in between.
  struct Interrupted {
    uint64_t pc, sp;
  };

  llvm::Error start();
  llvm::Error traceOtherThreads();
  llvm::Error handleStop(int status);
  llvm::Error handleTrap();
  llvm::Error handleSignal(int signal);
  llvm::Error handleEvent(int event);
  llvm::Error arrive();
  llvm::Error behindStep();
  void noteHandler();
  bool isInterruption(uint64_t pc, uint64_t sp);
  bool isUnfinished() const;
  llvm::Error resume(Resume how, int signal = 0);
  llvm::Error resumeFreely() { return resume(Resume::Freely); }

  void handleOther(pid_t thread, int status);
  void welcome(pid_t thread);
  bool isOurThread(pid_t thread) const;
  bool stopOtherAtHook(pid_t thread);
  llvm::Expected<Ending> endingBySecondThread() const;
  void endAll();
  llvm::Error fail(const char *what) const;
  llvm::Error failUnlessKilled(const char *what) const;

  TracedLaunch &launch;
  const InstrumentedProgram &program;
  const ProcessMemory &memory;
  SteppedHooks &hooks;
  const DetailedDecoder &decoder;
  pid_t pid;
  Breakpoints breakpoints;
  user_regs_struct registers{};

  Resume last = Resume::Freely;
  /// Whose int3 is lifted while its instruction is executed.
  const native::HookRecord *lifted = nullptr;
  /// Where a repeated instruction that is lifted ends: an int3 of its own.
  uint64_t behindRepeated = 0;
  /// With which the step began.
  user_regs_struct before{};
  int delivered = 0; ///< the signal that the step began with
  std::vector<Interrupted> interrupted;
  int lastSignal = 0; ///< also one that was handled
  uint64_t lastSignalPC = 0;
  bool hasEnded = false;
  bool isReplaced = false; ///< by another program: exec
  /// At which another thread has arrived.
  const native::HookRecord *secondThread = nullptr;
  std::set<pid_t> others;   ///< threads and children that were seen
  std::set<pid_t> children; ///< of them
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPEDRUN_H
