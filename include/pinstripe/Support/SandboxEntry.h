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

/// A limit that the kernel enforces for each process separately.
struct ResourceLimit {
  int resource = 0; ///< One of RLIMIT_...
  /// The hard limit. The user's own hard limit applies if that is lower.
  rlim_t hard = RLIM_INFINITY;
  /// The soft limit; none if the user's own soft limit applies.
  std::optional<rlim_t> soft = {};
};

/// Everything that startChild needs to start a program in existing namespaces.
struct SandboxEntry {
  /// A pidfd of a process in these namespaces.
  FileDescriptor member;
  /// The folder in the sandbox that the program sees as "/".
  std::string root;
  /// The filter of system calls, for seccomp.
  std::vector<sock_filter> filter;
  /// Bits of CAP_...: the capabilities that the program keeps if it would have
  /// them outside.
  uint64_t capabilities = 0;
  std::vector<ResourceLimit> limits;
};

/// The process ids that servers, from which runs are forked, have in the
/// sandbox. They are fixed so that the filter can protect them from signals.
/// The first one is a multiple of their number.
constexpr pid_t firstServerId = 32000;
constexpr int serverIds = 16;

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SANDBOXENTRY_H
