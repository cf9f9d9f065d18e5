// Runs a program by ptrace, which stops it at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is a place where something is recorded. There is an int3 instruction
// at each hook. The hook's own instruction is executed in a single step, all
// other instructions at full speed. A stop takes 5 to 25 us.
//
// All threads and children of the program are traced as well, since an int3
// would end them otherwise. Threads other than the main thread may only run
// library code. Children run the original code, and no child outlives the run.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDRUN_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDRUN_H

#include "Server/TracedLaunch.h"
#include "Stepping/Breakpoints.h"
#include "Stepping/SteppedHooks.h"
#include <functional>
#include <set>

namespace pinstripe {

class SteppedRun {
public:
  /// All arguments must outlive the SteppedRun. `hooks` writes the records of
  /// the log, which `decoder` reads.
  SteppedRun(TracedLaunch &launch, const InstrumentedProgram &program,
             const ProcessMemory &memory, SteppedHooks &hooks,
             const DetailedDecoder &decoder)
      : launch(launch), program(program), hooks(hooks), decoder(decoder),
        pid(launch.processId()), breakpoints(memory) {}

  /// Runs the program once and returns how it has ended. Must be called by the
  /// thread that has launched the program. Now and then calls `reportProgress`
  /// with the number of events so far. `reportProgress` may be null.
  llvm::Expected<Ending>
  run(const UnitTable &table,
      const std::function<void(uint64_t)> &reportProgress);

private:
  enum class Resume : uint8_t { Freely, OneStep };
  /// An instruction whose records are in the log, but which was not executed,
  /// because a signal handler ran first. When control comes back to the
  /// instruction, it must not be recorded a second time.
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
  llvm::Error finishStep();
  void noteHandler();
  bool endInterruption(uint64_t pc, uint64_t sp);
  bool isUnfinished() const;
  llvm::Error resume(Resume how, int signal = 0);
  llvm::Error resumeFreely() { return resume(Resume::Freely); }

  void handleOther(pid_t thread, int status);
  void follow(pid_t thread);
  bool isOurThread(pid_t thread) const;
  bool stopOtherAtHook(pid_t thread);
  llvm::Expected<Ending> endingBySecondThread() const;
  void endAll();
  llvm::Error fail(const char *what) const;
  llvm::Error failUnlessKilled(const char *what) const;

  TracedLaunch &launch;
  const InstrumentedProgram &program;
  SteppedHooks &hooks;
  const DetailedDecoder &decoder;
  pid_t pid;
  Breakpoints breakpoints;
  user_regs_struct registers{};

  Resume last = Resume::Freely;
  /// The hook whose int3 is removed for the moment; null if there is none.
  const native::HookRecord *lifted = nullptr;
  /// The address after the `rep` instruction that is being executed; 0 if there
  /// is none. An int3 at this address stops the program when the instruction
  /// has ended. So the elements of the `rep` instruction need not be
  /// single-stepped.
  uint64_t afterRepeated = 0;
  /// The program's registers just before the last single step.
  user_regs_struct before{};
  /// The signal that the program got when it was last resumed; 0 if it got
  /// none.
  int delivered = 0;
  std::vector<Interrupted> interrupted;
  int lastSignal = 0; ///< The number of the last signal that the program got.
  uint64_t lastSignalPC = 0;
  bool hasEnded = false;
  /// True when exec has replaced the program by another one.
  bool isReplaced = false;
  /// The hook at which a second thread has arrived; null if no second thread
  /// has arrived at a hook.
  const native::HookRecord *secondThread = nullptr;
  /// All traced threads except the main one, and all traced child processes.
  std::set<pid_t> others;
  /// The process ids in `others` that belong to child processes, not to
  /// threads.
  std::set<pid_t> children;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDRUN_H
