//===- ContainmentOptions.h - What runs may do to the system ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_CONTAINMENTOPTIONS_H
#define PINSTRIPE_DRIVER_CONTAINMENTOPTIONS_H

#include <string>
#include <vector>

namespace pinstripe {

/// By the user's word, for one command.
struct ContainmentOptions {
  /// Runs can do what the user can; those of one lane happen one after the
  /// other in a copy of the working directory, if that is small.
  bool unconfined = false;
  /// Files and folders that runs change for good; as the user wrote them.
  std::vector<std::string> writablePaths = {};
  /// Of each run: "memory=2G". Those of the recording belong to the case.
  std::vector<std::string> limits = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CONTAINMENTOPTIONS_H
