//===- Containment.h - The sandbox of a case --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_CONTAINMENT_H
#define PINSTRIPE_LIB_DRIVER_CONTAINMENT_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Driver/ContainmentOptions.h"
#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// What runs of the case see: the working directory as it was kept when the
/// case was recorded, if it was, and nothing of the case. A UsageError if a
/// path of the options does not exist.
llvm::Expected<SandboxSpec> sandboxSpecFor(const CaseDirectory &directory,
                                           const LaunchSpec &launch,
                                           const ContainmentOptions &options,
                                           const StatedLimits &limits);

/// What to do where there can be no sandbox.
extern const char *const containmentRemedy;

/// As Sandbox::create. A ContainmentError says what to do about it.
llvm::Expected<std::shared_ptr<Sandbox>> createSandbox(const SandboxSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CONTAINMENT_H
