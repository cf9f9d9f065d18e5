//===- Omission.h - What if just this had not run ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To omit all instances of one statement, and to look whether the output comes
// out all the same, is the critical slicing of DeMillo, Pan and Spafford,
// Critical Slicing for Software Fault Localization (ISSTA 1996). There the
// program is compiled without the statement; here control passes it by.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_OMISSION_H
#define PINSTRIPE_DRIVER_OMISSION_H

#include "pinstripe/Driver/Lanes.h"
#include "pinstripe/Report/OmissionSummary.h"

namespace pinstripe {

/// Leaves out what was executed at `place`, FILE:LINE[:COLUMN][#k]: the k-th
/// instance of each statement there, or all of it. A UsageError if the place
/// names nothing that can be left out.
llvm::Expected<TrialSummary> omitAt(RecordedCase &recorded,
                                    const std::atomic<bool> &stop,
                                    llvm::StringRef place);

/// Leaves out each executed statement, all its instances, and asks the
/// predicate of the case. A condition is left out in favour of each of the ways
/// that it took; one that reproduces the output is enough not to be critical.
/// A declaration goes with the destructor that ends its scope.
llvm::Expected<CriticalSummary> findCriticalStatements(
    RecordedCase &recorded, const std::atomic<bool> &stop,
    const LaneOptions &lanes,
    const std::function<void(uint64_t made, uint64_t all)> &progress = nullptr);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_OMISSION_H
