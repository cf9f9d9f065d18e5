//===- Containment.h - How the suite asks for it ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the suite knows of containment.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H
#define PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H

#include "pinstripe/Containment/Sandbox.h"
#include <string>

namespace pinstripe::adversary {

/// Empty if runs can be contained here, else why not.
std::string whyNotContained();

/// A world for runs in this folder, whose results are in a file there.
llvm::Expected<std::shared_ptr<Sandbox>>
makeSandbox(const std::string &workingDirectory, const std::string &resultFile);

/// Whether this process is in a sandbox that somebody has put around the whole
/// test: bubblewrap, with process numbers of its own, not started by root, and
/// with a limit of processes. Only there may a program do its worst to show
/// that the suite notices.
bool isInSandbox();

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H
