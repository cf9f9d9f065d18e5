// Answers system calls that would have another answer in each run.
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

#ifndef PINSTRIPE_LIB_CONTAINMENT_STEADYANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_STEADYANSWERS_H

#include "SteadyClock.h"
#include "SteadyCode.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <pthread.h>
#include <string>
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
  bool hasAskedForIds() const { return hasAsked; }
  /// Returns whether some program has asked for a process id since `beginRun`.
  bool hasAskedInThisRun() const { return hasAskedNow; }
  /// Returns whether some program has ever asked whether a standard stream is a
  /// terminal.
  bool hasAskedForTerminal() const { return hasAskedTerminal; }
  /// Must be called before each run: forgets what is known about the processes
  /// of the last run.
  void beginRun();

private:
  /// The answer to a system call: a result or an errno. If `isKernels`, the
  /// kernel executes the call as if there were no filter.
  struct Answer {
    int64_t value = 0;
    int error = 0;
    bool isKernels = false;
  };
  /// The kernel's end of a filter: passed-on calls of all programs under this
  /// filter are read from `file`.
  struct Listener {
    FileDescriptor file;
    /// Whether the first process under the filter is a debugger. It needs the
    /// machine's own time, so only the programs that it starts get other
    /// answers.
    bool isDebugger = false;
    pid_t debugger = 0;
  };
  /// A system call that waits for at most `limit`.
  struct Wait {
    uint64_t since = 0, limit = 0; ///< in microseconds of the machine's clock
  };

  explicit SteadyAnswers(const ClockStart &clock,
                         std::function<void()> nameNextRun)
      : start_(clock), nameNextRun(std::move(nameNextRun)) {}
  void run();
  void admit();
  void serve(Listener &listener);
  Answer answer(const seccomp_notif &call, Listener &listener);
  Answer answerProgram(const seccomp_notif &call);
  void prepareProgram(pid_t thread);
  void useRandomNumbersOfOurs(pid_t thread);
  void noteWait(pid_t thread, std::optional<uint64_t> microseconds);
  std::optional<uint64_t> stateAddress(pid_t thread);
  std::optional<SteadyClock> readClock(pid_t thread);
  Answer tellId(const seccomp_notif &call);
  Answer tellTime(const seccomp_notif &call);
  bool isForMalloc(const seccomp_notif &call);
  Answer giveRandomBytes(const seccomp_notif &call);
  Answer tellUse(const seccomp_notif &call);
  Answer tellTicks(const seccomp_notif &call);
  Answer sleepUntil(const seccomp_notif &call);

  const ClockStart start_;
  const std::function<void()> nameNextRun;
  FileDescriptor entranceForChildren, exit;
  FileDescriptor entranceOfThread, endOfThread;
  std::optional<pthread_t> thread;
  std::atomic<bool> hasAsked = false, hasAskedNow = false,
                    hasAskedTerminal = false;
  /// Counts the runs, so that the thread notices a new one; `beginRun`
  /// increments it.
  std::atomic<unsigned> runNumber = 0;

  // Only the thread that gives the answers uses the members from here on.
  std::vector<Listener> listeners;
  unsigned seenRun = 0;
  /// For each thread of the programs: where the word with its process's clock
  /// is, and the call in which it may still be waiting.
  std::map<pid_t, uint64_t> states;
  std::map<pid_t, Wait> waits;
  /// For each libstdc++, by path: the patches of its std::random_device.
  std::map<std::string, std::vector<CodePatch>> randomDevices;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_STEADYANSWERS_H
