// Answers system calls, such as reading a clock, in the same way in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Namespaces do not confine clocks, random numbers and processor times. So the
// sandbox has a filter of system calls. At a call that reads one of these, the
// kernel stops the program and asks this class for the answer. This mechanism
// is called seccomp's user notifications (see seccomp_unotify in section 2 of
// the manual). The program notices no tracer, no signal and no library.
//
// Stopping and answering a call takes some 10 us. But programs read clocks
// often, and usually by functions of the vDSO, code that the kernel maps into
// each process. Pinstripe replaces these functions by code of its own
// (SteadyCode.S), which needs no answer.

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYANSWERS_H

#include "Answers/ClockAnswers.h"
#include "Answers/IdAnswers.h"
#include "Answers/RandomAnswers.h"
#include "Answers/SteadyClock.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <pthread.h>
#include <sys/types.h>
#include <vector>

struct seccomp_notif;

namespace pinstripe {

/// Answers certain system calls of the programs in one sandbox, on a thread of
/// its own. The answers depend on a SteadyClock, which is kept in the program's
/// memory. A forked child, or a run that begins at a checkpoint, therefore goes
/// on with a copy of the clock.
class SteadyAnswers {
public:
  /// Starts the thread that gives the answers. When a debugger is about to fork
  /// the program, this thread calls `nameNextRun`, which can then choose the
  /// process id of the program.
  static llvm::Expected<std::unique_ptr<SteadyAnswers>>
  start(const ClockStart &clock, std::function<void()> nameNextRun);
  ~SteadyAnswers();
  SteadyAnswers(const SteadyAnswers &) = delete;
  SteadyAnswers &operator=(const SteadyAnswers &) = delete;

  /// Before exec, a child sends the listener of its filter to the tool by this
  /// socket. A listener is the descriptor from which the tool reads the system
  /// calls that the filter stops.
  int entrance() const { return entranceForChildren.get(); }
  /// Returns whether some program has ever asked for a process id.
  bool hasAskedForIds() const { return ids.hasAsked(); }
  /// Returns whether some program has asked for a process id since `beginRun`.
  bool hasAskedInThisRun() const { return ids.hasAskedInThisRun(); }
  /// Returns true if some program has ever checked (as isatty does) whether a
  /// standard stream is a terminal.
  bool hasAskedForTerminal() const { return hasAskedTerminal; }
  /// See Sandbox::setEngineEndsWaits.
  void setEngineEndsWaits(bool engineEnds) {
    clocks.setEngineEndsWaits(engineEnds);
  }
  /// Forgets the processes of the last run, and whether that run has asked for
  /// a process id. Must be called before each run.
  void beginRun();

private:
  /// A listener, the descriptor from which the tool reads the system calls that
  /// one filter stops. It reports the calls of all programs under this filter.
  struct Listener {
    FileDescriptor file;
    /// True if the first process under the filter is a debugger. The kernel
    /// answers the debugger's own calls, since the debugger needs the real
    /// time. The tool answers the calls of the programs that the debugger
    /// starts.
    bool isDebugger = false;
    pid_t debugger = 0;
  };
  explicit SteadyAnswers(const ClockStart &clock,
                         std::function<void()> nameNextRun)
      : nameNextRun(std::move(nameNextRun)), clocks(clock) {}
  void run();
  void admit();
  void serve(Listener &listener);
  CallAnswer answer(const seccomp_notif &call, Listener &listener);
  CallAnswer answerProgram(const seccomp_notif &call);

  const std::function<void()> nameNextRun;
  FileDescriptor entranceForChildren, exit;
  FileDescriptor entranceOfThread, endOfThread;
  std::optional<pthread_t> thread;
  IdAnswers ids;
  std::atomic<bool> hasAskedTerminal = false;
  /// The number of the present run. `beginRun` increments it, so that the
  /// thread that gives the answers notices that a new run has begun.
  std::atomic<unsigned> runNumber = 0;

  // Only the thread that gives the answers uses the following members, so they
  // need no lock. (The flag of setEngineEndsWaits is atomic.)
  std::vector<Listener> listeners;
  unsigned seenRun = 0;
  ClockAnswers clocks;
  RandomAnswers randomNumbers{clocks};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYANSWERS_H
