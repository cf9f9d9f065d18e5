// Answers system calls, such as reading a clock, in the same way in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/SteadyAnswers.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ListenerMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

// Start and end

llvm::Expected<std::unique_ptr<SteadyAnswers>>
SteadyAnswers::start(const ClockStart &clock,
                     std::function<void()> nameNextRun) {
  std::unique_ptr<SteadyAnswers> answers(
      new SteadyAnswers(clock, std::move(nameNextRun)));
  int ends[2];
  auto makeSockets = [&](FileDescriptor &one, FileDescriptor &other) {
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return false;
    one = FileDescriptor(ends[0]);
    other = FileDescriptor(ends[1]);
    return true;
  };
  if (!makeSockets(answers->entranceForChildren, answers->entranceOfThread) ||
      !makeSockets(answers->exit, answers->endOfThread))
    return llvm::make_error<EngineError>("can't create a socket: " +
                                         llvm::sys::StrError());
  // The thread that answers system calls blocks all signals. So signals that
  // are sent to the tool are handled by its other threads.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  auto enter = [](void *self) -> void * {
    static_cast<SteadyAnswers *>(self)->run();
    return nullptr;
  };
  pthread_t made;
  int error = ::pthread_create(&made, nullptr, enter, answers.get());
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0)
    return llvm::make_error<EngineError>("can't start a thread: " +
                                         llvm::sys::StrError(error));
  answers->thread = made;
  return answers;
}

SteadyAnswers::~SteadyAnswers() {
  exit.reset();
  if (thread)
    ::pthread_join(*thread, nullptr);
}

void SteadyAnswers::beginRun() {
  ++runNumber;
  ids.beginRun();
}

void SteadyAnswers::run() {
  for (;;) {
    std::vector<pollfd> files = {{endOfThread.get(), POLLIN, 0},
                                 {entranceOfThread.get(), POLLIN, 0}};
    for (const Listener &each : listeners)
      files.push_back({each.file.get(), POLLIN, 0});
    if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR)
      return;
    if (files[0].revents != 0)
      return;
    for (size_t i = listeners.size(); i-- > 0;) {
      if (files[i + 2].revents & POLLIN)
        serve(listeners[i]);
      else if (files[i + 2].revents != 0)
        // All programs under this filter have ended, so the filter reports no
        // more system calls.
        listeners.erase(listeners.begin() + static_cast<ptrdiff_t>(i));
    }
    if (files[1].revents != 0)
      admit();
  }
}

void SteadyAnswers::admit() {
  ListenerMessage message;
  int listener = receiveListener(entranceOfThread.get(), message);
  if (listener >= 0)
    listeners.push_back({FileDescriptor(listener), message.isDebugger});
}

// Calls

void SteadyAnswers::serve(Listener &listener) {
  // The running kernel may use larger structures for system calls and answers
  // than the kernel header with which Pinstripe was compiled. `room` is large
  // enough for them.
  union {
    seccomp_notif call;
    char room[1024];
  } received = {};
  if (::ioctl(listener.file.get(), SECCOMP_IOCTL_NOTIF_RECV, &received) != 0)
    // The program was killed before the tool could read its system call.
    return;
  CallAnswer answer = this->answer(received.call, listener);
  union {
    seccomp_notif_resp response;
    char room[1024];
  } sent = {};
  sent.response.id = received.call.id;
  sent.response.val = answer.value;
  sent.response.error = -answer.error;
  if (answer.isKernels)
    sent.response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  (void)::ioctl(listener.file.get(), SECCOMP_IOCTL_NOTIF_SEND, &sent);
}

/// Returns whether `thread` is one of the threads of `process`.
static bool isThreadOf(pid_t process, pid_t thread) {
  if (process == thread)
    return true;
  std::string name =
      "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread);
  return ::access(name.c_str(), F_OK) == 0;
}

CallAnswer SteadyAnswers::answer(const seccomp_notif &call,
                                 Listener &listener) {
  if (call.data.arch != AUDIT_ARCH_X86_64)
    return CallAnswer::kernels();
  auto thread = static_cast<pid_t>(call.pid);
  if (listener.isDebugger && listener.debugger == 0)
    listener.debugger = thread;
  if (listener.isDebugger && isThreadOf(listener.debugger, thread)) {
    bool isFork = llvm::is_contained({SYS_clone, SYS_fork, SYS_vfork},
                                     static_cast<long>(call.data.nr));
    if (isFork && ids.hasAsked())
      nameNextRun();
    return CallAnswer::kernels();
  }
  if (seenRun != runNumber) {
    seenRun = runNumber;
    clocks.forgetProcesses();
  }
  return answerProgram(call);
}

CallAnswer SteadyAnswers::answerProgram(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  switch (call.data.nr) {
  case SYS_arch_prctl:
    // Each program calls arch_prctl when it begins. At this call, the tool
    // gives the program its clock and its random numbers.
    clocks.prepareProgram(thread);
    randomNumbers.prepareProgram(thread);
    ids.noteProcess(thread);
    return CallAnswer::kernels();
  case SYS_set_robust_list:
    ids.noteProcess(thread);
    return CallAnswer::kernels();
  case SYS_getrandom:
    return randomNumbers.answer(call);
  case SYS_getpid:
  case SYS_gettid:
  case SYS_getppid:
  case SYS_clone:
  case SYS_fork:
  case SYS_vfork:
    return ids.answer(call);
  case SYS_ioctl:
    hasAskedTerminal = true;
    return CallAnswer::kernels();
  default:
    return clocks.answer(call);
  }
}
