//===- SandboxEntry.h - How a child enters a sandbox ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_SANDBOXENTRY_H
#define PINSTRIPE_SUPPORT_SANDBOXENTRY_H

#include "pinstripe/Support/FileDescriptor.h"
#include <linux/filter.h>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace pinstripe {

/// A limit that the kernel keeps for each process by itself.
struct ResourceLimit {
  int resource = 0; ///< RLIMIT_...
  /// What a process may ask for; at most what the user may.
  rlim_t hard = RLIM_INFINITY;
  /// What it has at first; none: what the user has.
  std::optional<rlim_t> soft = {};
};

/// What startChild needs to start a program in namespaces that are there.
struct SandboxEntry {
  /// A pidfd of a process in these namespaces.
  FileDescriptor member;
  /// The folder there that the program sees as "/".
  std::string root;
  /// Of system calls; for seccomp.
  std::vector<sock_filter> filter;
  /// The bits of CAP_... that the program may have, if it would have them
  /// outside.
  uint64_t capabilities = 0;
  std::vector<ResourceLimit> limits;
};

/// The process ids, in the namespace of the sandbox, of processes from which
/// runs come: the filter can name them. The first is a multiple of their
/// number.
constexpr pid_t firstServerId = 32000;
constexpr int serverIds = 16;

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SANDBOXENTRY_H
