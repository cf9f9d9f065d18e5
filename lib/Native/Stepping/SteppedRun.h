// Runs a program under ptrace from hook to hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program runs from its entry point to its end with an int3 at each hook.
// It executes the instruction of a hook in a single step, and all others at
// full speed. A stop takes 5 to 25 us.
//
// All threads and children are traced as well, since an int3 would end them.
// Threads may run library code only, children run the original code, and no
// child outlives the run.

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
  /// The arguments must outlive the object. `hooks` feeds `decoder`.
  SteppedRun(TracedLaunch &launch, const InstrumentedProgram &program,
             const ProcessMemory &memory, SteppedHooks &hooks,
             const DetailedDecoder &decoder)
      : launch(launch), program(program), hooks(hooks), decoder(decoder),
        pid(launch.processId()), breakpoints(memory) {}

  /// Runs the program once and returns how it ended. Must be called by the
  /// thread that launched it. `reportProgress` is told the number of events now
  /// and then; it may be null.
  llvm::Expected<Ending>
  run(const UnitTable &table,
      const std::function<void(uint64_t)> &reportProgress);

private:
  enum class Resume : uint8_t { Freely, OneStep };
  /// An instruction that was recorded but not executed, since a signal handler
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
  /// The hook whose int3 is lifted at the moment; null if none is.
  const native::HookRecord *lifted = nullptr;
  /// The end of the `rep` instruction that is being executed, where there is
  /// an int3; 0 if no such instruction is being executed.
  uint64_t afterRepeated = 0;
  /// The registers before the last single step.
  user_regs_struct before{};
  int delivered = 0; ///< The signal delivered with the last single step.
  std::vector<Interrupted> interrupted;
  int lastSignal = 0; ///< The last signal, even if it was handled.
  uint64_t lastSignalPC = 0;
  bool hasEnded = false;
  bool isReplaced = false; ///< Whether exec has replaced the program.
  /// The hook at which a thread besides the main one has arrived, or null.
  const native::HookRecord *secondThread = nullptr;
  /// Traced threads except the main one, and traced children.
  std::set<pid_t> others;
  std::set<pid_t> children; ///< The children among `others`.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDRUN_H
