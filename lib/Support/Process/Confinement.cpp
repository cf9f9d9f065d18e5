// Moves a forked child into a sandbox that it can't leave.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process/Confinement.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

bool pinstripe::enterNamespaces(const SandboxEntry &sandbox) {
  return ::setns(sandbox.member.get(), CLONE_NEWUSER | CLONE_NEWNS |
                                           CLONE_NEWPID | CLONE_NEWIPC |
                                           CLONE_NEWNET | CLONE_NEWUTS) == 0;
}

/// Forks this process. The new process gets the process id `number`, or any id
/// if `number` is 0. If `isSibling` is true, the new process becomes a child of
/// this process's parent.
static pid_t forkWithNumber(bool isSibling, pid_t number) {
  clone_args arguments = {};
  // With CLONE_PARENT, clone3 accepts no exit signal. The new process always
  // gets the same exit signal as this process.
  arguments.flags = isSibling ? CLONE_PARENT : 0;
  arguments.exit_signal = isSibling ? 0 : SIGCHLD;
  arguments.set_tid = number != 0 ? reinterpret_cast<uint64_t>(&number) : 0;
  arguments.set_tid_size = number != 0 ? 1 : 0;
  return static_cast<pid_t>(
      ::syscall(SYS_clone3, &arguments, sizeof(arguments)));
}

pid_t pinstripe::forkIntoSandbox(bool isSibling, bool isServer) {
  for (int i = 0; isServer && i < serverIds; ++i) {
    pid_t pid = forkWithNumber(isSibling, firstServerId + i);
    if (pid >= 0)
      return pid;
    if (errno != EEXIST)
      // The system does not allow the high process ids that are reserved for
      // servers (processes that start runs), or does not let the tool choose an
      // id. So the new process will get any id.
      break;
  }
  return forkWithNumber(isSibling, 0);
}

static bool dropCapabilities(uint64_t retained) {
  for (unsigned each = 0; each < 64; ++each)
    if ((retained >> each & 1) == 0 && ::prctl(PR_CAPBSET_DROP, each) != 0) {
      if (errno == EINVAL)
        // prctl fails with EINVAL if the kernel has no capability of this
        // number. It then has none of a higher number either, so all
        // capabilities were handled.
        break;
      return false;
    }
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  for (unsigned half : {0u, 1u})
    data[half].effective = data[half].permitted =
        static_cast<uint32_t>(retained >> 32 * half);
  return ::syscall(SYS_capset, &header, data) == 0;
}

bool pinstripe::confine(const SandboxEntry &sandbox) {
  if (::chroot(sandbox.root.c_str()) != 0 || ::chdir("/") != 0)
    return false;
  // The program gets a new session keyring, so that it does not have the user's
  // keys. An error is ignored, since keyctl fails on kernels without keys.
  (void)::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
  for (const ResourceLimit &each : sandbox.limits) {
    auto resource = static_cast<__rlimit_resource>(each.resource);
    rlimit limit;
    if (::getrlimit(resource, &limit) != 0)
      return false;
    limit.rlim_max = std::min(limit.rlim_max, each.hard);
    limit.rlim_cur =
        std::min(each.soft.value_or(limit.rlim_cur), limit.rlim_max);
    if (::setrlimit(resource, &limit) != 0)
      return false;
  }
  return dropCapabilities(sandbox.capabilities) &&
         ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Changes a filter of system calls so that it works without a listener. A
/// listener is the descriptor by which the tool gets certain calls and answers
/// them. The changed filter allows these calls, so the kernel executes them.
static void removeListening(std::vector<sock_filter> &filter) {
  for (sock_filter &step : filter)
    if (step.code == (BPF_RET | BPF_K) && step.k == SECCOMP_RET_USER_NOTIF)
      step.k = SECCOMP_RET_ALLOW;
}

bool pinstripe::filterSystemCalls(std::vector<sock_filter> &filter, int socket,
                                  const ListenerMessage &message) {
  const sock_fprog program = {static_cast<unsigned short>(filter.size()),
                              filter.data()};
  if (program.len == 0)
    return true;
  auto install = [&](unsigned long flags) {
    return static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                      SECCOMP_FILTER_FLAG_SPEC_ALLOW | flags,
                                      &program));
  };
  // The flag SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, which kernels before 5.19
  // lack. Without this flag, a signal could interrupt a system call that the
  // tool is answering, and the program would make the call twice.
  constexpr unsigned long waitKillable = 1ul << 5;
  if (socket >= 0) {
    int listener = install(SECCOMP_FILTER_FLAG_NEW_LISTENER | waitKillable);
    if (listener < 0 && errno == EINVAL)
      listener = install(SECCOMP_FILTER_FLAG_NEW_LISTENER);
    if (listener >= 0)
      return sendListener(socket, listener, message);
  }
  removeListening(filter);
  return install(0) == 0;
}
