//===- LineTableForm.h - Whether LLVM can read a line table -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_LINETABLEFORM_H
#define PINSTRIPE_LIB_PROGRAM_LINETABLEFORM_H

#include "llvm/DebugInfo/DWARF/DWARFContext.h"

namespace pinstripe {

/// False if the line table of the unit says of its files in a form that does
/// not exist (DWARF 5, 6.2.4): LLVM crashes there. What else may be wrong with
/// it LLVM finds out.
bool hasKnownForms(llvm::DWARFContext &dwarf, llvm::DWARFUnit &unit);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_LINETABLEFORM_H
