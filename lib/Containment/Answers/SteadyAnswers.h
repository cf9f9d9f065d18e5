// Answers system calls, such as reading a clock, in the same way in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks, random numbers and processor times are not confined by namespaces.
// The sandbox's filter of system calls makes the kernel stop a program at such
// a call and ask this class (seccomp's user notifications; see seccomp_unotify
// in section 2 of the manual). The program sees nothing of that: no tracer, no
// signal, no library.
//
// Such a call takes some 10 us. But programs read clocks often, and mostly not
// by a system call: they call functions of the vDSO, code that the kernel maps
// into each process. Code of ours replaces these functions and needs nobody's
// answer (SteadyCode.S).

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
/// its own. All that an answer depends on is in the memory of the program: see
/// SteadyClock. So a forked child, or a run that begins at a checkpoint, goes
/// on with a copy of that state.
class SteadyAnswers {
public:
  /// Starts the thread. `nameNextRun` determines the process id of the next
  /// process in the sandbox; the thread calls it when a debugger is about to
  /// fork the program.
  static llvm::Expected<std::unique_ptr<SteadyAnswers>>
  start(const ClockStart &clock, std::function<void()> nameNextRun);
  ~SteadyAnswers();
  SteadyAnswers(const SteadyAnswers &) = delete;
  SteadyAnswers &operator=(const SteadyAnswers &) = delete;

  /// The socket to which a child sends the listener of its filter before exec.
  int entrance() const { return entranceForChildren.get(); }
  /// Returns whether some program has ever asked for a process id.
  bool hasAskedForIds() const { return ids.hasAsked(); }
  /// Returns whether some program has asked for a process id since `beginRun`.
  bool hasAskedInThisRun() const { return ids.hasAskedInThisRun(); }
  /// Returns whether some program has ever asked whether a standard stream is a
  /// terminal.
  bool hasAskedForTerminal() const { return hasAskedTerminal; }
  /// Forgets what is known about the processes of the last run. Must be called
  /// before each run.
  void beginRun();

private:
  /// The descriptor `file` from which the tool reads the system calls that one
  /// filter has stopped, for all programs under this filter.
  struct Listener {
    FileDescriptor file;
    /// Whether the first process under the filter is a debugger. It needs the
    /// machine's own time, so only the programs that it starts get other
    /// answers.
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
  /// Counts the runs, so that the thread notices a new one; `beginRun`
  /// increments it.
  std::atomic<unsigned> runNumber = 0;

  // The following members are used only by the thread that gives the answers.
  std::vector<Listener> listeners;
  unsigned seenRun = 0;
  ClockAnswers clocks;
  RandomAnswers randomNumbers{clocks};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYANSWERS_H
