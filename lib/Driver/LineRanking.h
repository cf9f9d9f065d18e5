//===- LineRanking.h - Which lines to read first ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_LINERANKING_H
#define PINSTRIPE_LIB_DRIVER_LINERANKING_H

#include "pinstripe/Report/LocateSummary.h"

namespace pinstripe {

/// Sets the scores and puts the best first. Four lists are made of the lines:
/// those where a switched decision mends the output, those where an omitted
/// statement does, those where another value does, and those in the critical
/// slice, of which the ones that few
/// right lines of the output depend on come first (the Ochiai coefficient over
/// dynamic slices: Wen, Li, Sun and Li, Program Slicing Spectrum-Based Software
/// Fault Localization, 2011), and of those the nearest to the wrong line. The
/// lists are merged by reciprocal ranks (Cormack, Clarke and Buettcher,
/// Reciprocal Rank Fusion, 2009): what several kinds of evidence point at comes
/// before what one does, where leaving out and replacing are one kind.
void rankLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LINERANKING_H
