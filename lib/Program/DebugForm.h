//===- DebugForm.h - Debug information of a sound form ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. LLVM crashes on some of what a damaged file says of its
// own form; what else may be wrong it finds out.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DEBUGFORM_H
#define PINSTRIPE_LIB_PROGRAM_DEBUGFORM_H

#include "ElfFile.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <memory>

namespace pinstripe {

/// The DWARF of a file; what it has split off is not looked for. A TargetError
/// if an entry reaches beyond its unit (DWARF 5, 7.5), or a line table says of
/// its files in a form that does not exist (6.2.4).
llvm::Expected<std::unique_ptr<llvm::DWARFContext>>
openDwarf(const ElfFile &elf);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DEBUGFORM_H
