// Holds everything that a child process needs to enter a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SANDBOXENTRY_H
#define PINSTRIPE_SUPPORT_SANDBOXENTRY_H

#include "pinstripe/Support/FileDescriptor.h"
#include <linux/filter.h>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace pinstripe {

/// A limit on a resource that the kernel enforces for each process separately.
struct ResourceLimit {
  int resource = 0; ///< The limited resource: one of the RLIMIT_... numbers.
  /// The hard limit of the resource. If the user's own hard limit is lower,
  /// that one applies.
  rlim_t hard = RLIM_INFINITY;
  /// The soft limit of the resource. If it is nullopt, the soft limit of the
  /// user's own process applies.
  std::optional<rlim_t> soft = {};
};

/// Everything that startChild needs to start a program in a sandbox.
struct SandboxEntry {
  /// A pidfd of a process that is in the sandbox. A new child enters the
  /// namespaces of this process.
  FileDescriptor member;
  /// The folder in the sandbox that becomes the program's root folder "/".
  std::string root;
  /// The filter of system calls, as a BPF program for seccomp; empty if there
  /// is no filter.
  std::vector<sock_filter> filter;
  /// The capabilities that the program keeps in the sandbox, as bits of CAP_...
  /// numbers. It gets no capability that it would not have outside.
  uint64_t capabilities = 0;
  std::vector<ResourceLimit> limits;
  /// The socket to which the child sends the listener of its system call
  /// filter. With the listener, the tool can answer system calls. -1 if the
  /// kernel is to answer all of them.
  int listenerSocket = -1;
};

/// The first of the process ids that a sandbox reserves for servers. A server
/// is a process that starts runs. The ids are fixed, so that the filter of
/// system calls can protect servers from signals. The first id must be a
/// multiple of the number of ids. Then one bit mask tells whether an id is
/// reserved.
constexpr pid_t firstServerId = 32000;
constexpr int serverIds = 16;
/// The process id that each run gets in its sandbox. The id is fixed, so a
/// program that prints its own id prints the same in all runs.
constexpr pid_t runId = 4000;
/// The process id of a checkpoint, which is a process that forks runs. It must
/// differ from `runId`, the process id of the runs.
constexpr pid_t checkpointId = 5000;

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SANDBOXENTRY_H
