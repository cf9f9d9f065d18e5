// Makes the sandboxes of the suite: all that it knows of containment.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H
#define PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H

#include "pinstripe/Containment/Sandbox.h"
#include <string>

namespace pinstripe::adversary {

/// Returns why runs can't be contained here, or an empty text if they can.
std::string whyNotContained();

/// Makes a sandbox for runs in a folder, where `resultFile` does not exist at
/// first.
llvm::Expected<std::shared_ptr<Sandbox>>
makeSandbox(const std::string &workingDirectory, const std::string &resultFile);

/// Returns whether the whole test runs in a sandbox: bubblewrap with a pid
/// namespace and a limit on processes, not started by root. Only then may a
/// program run without containment, to show that the suite notices the harm.
bool isInSandbox();

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_CONTAINMENT_H
