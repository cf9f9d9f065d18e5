// Generates the filter of system calls that is compiled into Pinstripe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This program runs when Pinstripe is built, since the filter is always the
// same. It would be a risk to make the filter at run time: libseccomp needs
// thousands of allocations for it, and may crash or loop forever if one of them
// fails.

#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace pinstripe;

namespace {

class FilterMaker {
public:
  explicit FilterMaker(scmp_filter_ctx context) : context(context) {}

  void denyStrangeCalls();
  void denyUntracedChildren();
  void denySignals();
  void denyChanges();
  void denySockets(bool mayConnect);
  void passOnTime();
  void passOnWaits();
  void passOnIds();
  void passOnForks();
  void passOnTerminal();
  /// Returns the errno value of the last rule that libseccomp refused to add to
  /// the filter; 0 if it refused none.
  int failure() const { return lastError; }

private:
  void deny(int error, int call) {
    note(seccomp_rule_add(context, SCMP_ACT_ERRNO(error), call, 0));
  }
  void denyIf(int error, int call, scmp_arg_cmp condition) {
    note(seccomp_rule_add(context, SCMP_ACT_ERRNO(error), call, 1, condition));
  }
  /// Matches an argument of type int. Compares only the lower half of the
  /// register, since the upper half is undefined.
  static scmp_arg_cmp isInt(unsigned argument, int value) {
    return {argument, SCMP_CMP_MASKED_EQ, 0xffffffff,
            static_cast<uint32_t>(value)};
  }
  /// Matches the process ids of servers (processes from which runs are forked).
  /// These ids differ only in their last bits, so all other bits are compared.
  static scmp_arg_cmp isServer(unsigned argument) {
    static_assert(firstServerId % serverIds == 0);
    constexpr uint32_t mask = ~static_cast<uint32_t>(serverIds - 1);
    return {argument, SCMP_CMP_MASKED_EQ, mask, firstServerId};
  }
  void passOn(int call, std::vector<scmp_arg_cmp> conditions = {}) {
    note(seccomp_rule_add_array(context, SCMP_ACT_NOTIFY, call,
                                static_cast<unsigned>(conditions.size()),
                                conditions.data()));
  }
  void denyOwner(scmp_arg_cmp condition) {
    note(seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 2,
                          isInt(1, F_SETOWN), condition));
  }
  void note(int result) {
    // libseccomp refuses a rule for a system call that the machine does not
    // have. This is not an error, since such a call needs no rule.
    if (result < 0 && result != -EINVAL && result != -EDOM)
      lastError = -result;
  }

  scmp_filter_ctx context;
  int lastError = 0;
};

} // namespace

/// Denies system calls whose effects no namespace confines. The calls for keys
/// are denied because a user has the same keys inside and outside of the
/// sandbox. The other calls act on the machine, or reach files that the sandbox
/// does not show.
void FilterMaker::denyStrangeCalls() {
  for (int call : {SCMP_SYS(keyctl),
                   SCMP_SYS(add_key),
                   SCMP_SYS(request_key),
                   SCMP_SYS(bpf),
                   SCMP_SYS(perf_event_open),
                   SCMP_SYS(open_by_handle_at),
                   SCMP_SYS(init_module),
                   SCMP_SYS(finit_module),
                   SCMP_SYS(delete_module),
                   SCMP_SYS(kexec_load),
                   SCMP_SYS(kexec_file_load),
                   SCMP_SYS(reboot),
                   SCMP_SYS(swapon),
                   SCMP_SYS(swapoff),
                   SCMP_SYS(acct),
                   SCMP_SYS(quotactl),
                   SCMP_SYS(syslog),
                   SCMP_SYS(settimeofday),
                   SCMP_SYS(clock_settime),
                   SCMP_SYS(clock_adjtime),
                   SCMP_SYS(adjtimex),
                   SCMP_SYS(mount),
                   SCMP_SYS(umount2),
                   SCMP_SYS(pivot_root),
                   SCMP_SYS(setns),
                   SCMP_SYS(vhangup)})
    deny(EPERM, call);
  // Makes some system calls fail as if the kernel lacked them, so that programs
  // use other calls instead. The calls of io_uring fail because a filter can't
  // see which operations a ring makes. The call pidfd_send_signal fails because
  // a filter can't see which process a descriptor stands for.
  for (int call : {SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
                   SCMP_SYS(io_uring_register), SCMP_SYS(pidfd_send_signal)})
    deny(ENOSYS, call);
}

/// Denies ways to start a child that is hidden from tracers, because the tool
/// counts the processes of a run by tracing them. The tracer thread of
/// LeakSanitizer is allowed, since it shares memory with its parent. clone3 is
/// denied entirely, because the filter can't see its flags; every libc then
/// falls back to clone.
void FilterMaker::denyUntracedChildren() {
  denyIf(EPERM, SCMP_SYS(clone),
         {0, SCMP_CMP_MASKED_EQ, CLONE_UNTRACED | CLONE_VM, CLONE_UNTRACED});
  deny(ENOSYS, SCMP_SYS(clone3));
}

/// Denies signals to servers, the processes from which runs are forked. Signals
/// to all processes at once are denied, too, since they would reach servers.
/// Programs seldom need them: they can send a signal to each of their
/// descendants.
void FilterMaker::denySignals() {
  denyIf(ESRCH, SCMP_SYS(kill), isInt(0, -1));
  for (int call :
       {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
        SCMP_SYS(tgkill), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_open)})
    denyIf(EPERM, call, isServer(0));
  for (int i = 0; i < serverIds; ++i) {
    denyIf(EPERM, SCMP_SYS(kill), isInt(0, -(firstServerId + i)));
    denyOwner(isInt(2, -(firstServerId + i)));
  }
  // F_SETOWN makes a process the owner of a file. When something happens to the
  // file, the owner gets a signal, which the program can choose. So a server (a
  // process from which runs are forked) must not become an owner. A call whose
  // arguments do not show the new owner to the filter is always denied.
  denyOwner(isServer(2));
  denyIf(EPERM, SCMP_SYS(fcntl), isInt(1, F_SETOWN_EX));
  for (int command : {FIOSETOWN, SIOCSPGRP})
    denyIf(EPERM, SCMP_SYS(ioctl), isInt(1, command));
}

/// Denies calls that change the warden (the sandbox's first process) or the
/// servers from which runs are forked. The kernel would allow these calls,
/// since all these processes belong to the user who runs the program. But the
/// warden must stay able to undo the changes of a run, and a changed server
/// would affect the next runs.
void FilterMaker::denyChanges() {
  for (int call : {SCMP_SYS(prlimit64), SCMP_SYS(process_vm_readv),
                   SCMP_SYS(process_vm_writev), SCMP_SYS(sched_setscheduler),
                   SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr),
                   SCMP_SYS(sched_setaffinity), SCMP_SYS(migrate_pages),
                   SCMP_SYS(move_pages)}) {
    denyIf(EPERM, call, isServer(0));
    denyIf(EPERM, call, isInt(0, 1));
  }
  for (int call :
       {SCMP_SYS(setpriority), SCMP_SYS(ioprio_set), SCMP_SYS(ptrace)}) {
    denyIf(EPERM, call, isServer(1));
    denyIf(EPERM, call, isInt(1, 1));
  }
  denyIf(EPERM, SCMP_SYS(setpriority), isInt(0, PRIO_USER));
  constexpr int ofUser = 3; // IOPRIO_WHO_USER
  denyIf(EPERM, SCMP_SYS(ioprio_set), isInt(0, ofUser));
}

/// Denies all families of sockets but the usual ones, because network
/// namespaces don't confine the others. Among the others are sockets of virtual
/// machines, of radio, and of the kernel's cryptography.
void FilterMaker::denySockets(bool mayConnect) {
  for (int family = 0; family <= AF_NETLINK; ++family) {
    bool isUsual = family == AF_INET || family == AF_INET6 ||
                   family == AF_NETLINK || (family == AF_UNIX && mayConnect);
    if (!isUsual)
      denyIf(EAFNOSUPPORT, SCMP_SYS(socket), isInt(0, family));
  }
  denyIf(EAFNOSUPPORT, SCMP_SYS(socket),
         {0, SCMP_CMP_GT, static_cast<uint64_t>(AF_NETLINK), 0});
}

/// Passes on to the tool the system calls whose answers would differ from run
/// to run, such as those for clocks and random numbers. Also passes on
/// arch_prctl, the call by which libc sets up the memory of threads. Each
/// program makes this call once, when it begins, and at this moment the tool
/// patches the vDSO's clock functions in the program.
void FilterMaker::passOnTime() {
  constexpr int setUpThreads = 0x1002; // ARCH_SET_FS
  passOn(SCMP_SYS(arch_prctl), {isInt(0, setUpThreads)});
  for (int call :
       {SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time),
        SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(times)})
    passOn(call);
}

/// Passes on to the tool the system calls that wait with a time limit. When
/// such a call has waited for its full time, the tool advances the program's
/// clock by that time.
void FilterMaker::passOnWaits() {
  passOn(SCMP_SYS(nanosleep));
  passOn(SCMP_SYS(clock_nanosleep));
  auto isNotZero = [](unsigned argument) {
    return scmp_arg_cmp{argument, SCMP_CMP_NE, 0, 0};
  };
  passOn(SCMP_SYS(poll), {isNotZero(2)});
  passOn(SCMP_SYS(ppoll), {isNotZero(2)});
  passOn(SCMP_SYS(epoll_wait), {isNotZero(3)});
  passOn(SCMP_SYS(epoll_pwait), {isNotZero(3)});
  passOn(SCMP_SYS(select), {isNotZero(4)});
  passOn(SCMP_SYS(pselect6), {isNotZero(4)});
  // Only this operation of futex has a deadline instead of a length of time.
  passOn(SCMP_SYS(futex),
         {{1, SCMP_CMP_MASKED_EQ, FUTEX_CMD_MASK & 0xff, FUTEX_WAIT_BITSET},
          isNotZero(3)});
}

/// Passes on to the tool the calls by which the program asks for a process id.
/// Also passes on set_robust_list, which libc calls at the start of each
/// process. So the tool learns when the program has made a child, and thus
/// knows the child's id.
///
/// Calls that make a child are not passed on. While a call waits for the tool,
/// a signal with a handler can interrupt it. Then it fails with EINTR, which
/// programs do not expect from fork.
void FilterMaker::passOnIds() {
  for (int call : {SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getppid)})
    passOn(call, {{0, SCMP_CMP_NE, ownCall, 0}});
  passOn(SCMP_SYS(set_robust_list));
}

/// Passes on to the tool the calls that make a child. A debugger makes the
/// process of the program under test by such a call. Just before, the tool
/// chooses the id of this process.
void FilterMaker::passOnForks() {
  passOn(SCMP_SYS(fork));
  passOn(SCMP_SYS(vfork));
  // Two kinds of clone are not passed on. One starts a thread, not a process.
  // The other is made by Pinstripe's own code in the program, which marks it by
  // the value `ownCall` in an argument that the kernel ignores.
  passOn(SCMP_SYS(clone), {{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0},
                           {2, SCMP_CMP_NE, ownCall, 0}});
}

/// Passes on to the tool the call by which isatty asks whether a standard
/// stream is a terminal.
void FilterMaker::passOnTerminal() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    passOn(SCMP_SYS(ioctl), {isInt(0, stream), isInt(1, TCGETS)});
}

/// Adds all rules to the filter. Returns 0, or an errno value if that fails.
static int addRules(scmp_filter_ctx context, bool mayConnect,
                    bool isForDebugger) {
  // Makes the filter cover the system calls of 32-bit programs, too, since the
  // program under test may start such programs.
  int added = seccomp_arch_add(context, SCMP_ARCH_X86);
  if (added != 0 && added != -EEXIST)
    return -added;
  if (int result = seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH,
                                    SCMP_ACT_ERRNO(ENOSYS)))
    return -result;
  FilterMaker maker(context);
  maker.denyStrangeCalls();
  maker.denyUntracedChildren();
  maker.denySignals();
  maker.denyChanges();
  maker.denySockets(mayConnect);
  maker.passOnTime();
  maker.passOnWaits();
  maker.passOnIds();
  if (isForDebugger)
    maker.passOnForks();
  maker.passOnTerminal();
  return maker.failure();
}

/// Prints the filter as elements of a sock_filter array, for a C++ file.
/// Returns 0 or an errno value.
static int print(scmp_filter_ctx context) {
  std::unique_ptr<FILE, decltype(&std::fclose)> file(std::tmpfile(),
                                                     std::fclose);
  if (!file)
    return errno;
  if (int result = seccomp_export_bpf(context, ::fileno(file.get())))
    return -result;
  std::rewind(file.get());
  sock_filter word;
  while (std::fread(&word, sizeof(word), 1, file.get()) == 1)
    std::printf("{0x%x, %u, %u, 0x%x},\n", word.code, word.jt, word.jf, word.k);
  return std::ferror(file.get()) ? EIO : 0;
}

/// Prints the filter that the argument names. "Connecting" is the filter that
/// allows local sockets, and "Secluded" the one that denies them. With
/// "Debugger" in front, the name stands for the filter of a debugger and of the
/// program that it starts.
int main(int argc, char **argv) {
  // Pinstripe may run on another machine than the one where it is built. By
  // default, libseccomp uses only what the kernel of the build machine
  // supports. API level 5 includes user notifications, which the filter needs.
  (void)seccomp_api_set(5);
  std::string form = argc == 2 ? argv[1] : "";
  bool isForDebugger = form.rfind("Debugger", 0) == 0;
  bool mayConnect = form.find("Connecting") != std::string::npos;
  std::unique_ptr<void, decltype(&seccomp_release)> context(
      seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  int failure =
      context ? addRules(context.get(), mayConnect, isForDebugger) : ENOMEM;
  if (failure == 0)
    failure = print(context.get());
  if (failure != 0)
    std::fprintf(stderr, "can't make a filter of system calls: %s\n",
                 std::strerror(failure));
  return failure != 0;
}
