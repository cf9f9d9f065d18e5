// Options that say what runs may do to the system.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_CONTAINMENTOPTIONS_H
#define PINSTRIPE_CASE_CONTAINMENTOPTIONS_H

#include <string>
#include <vector>

namespace pinstripe {

/// Options of one command, as the user stated them.
struct ContainmentOptions {
  /// True if runs can do what the user can. They then happen one after the
  /// other, in a copy of the working directory if the directory is small.
  bool unconfined = false;
  /// Files and folders that runs may change for good, as the user wrote them.
  std::vector<std::string> writablePaths = {};
  /// Limits of each run, such as "memory=2G". Limits that were stated for the
  /// recording belong to the case.
  std::vector<std::string> limits = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CONTAINMENTOPTIONS_H
