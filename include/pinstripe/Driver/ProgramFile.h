//===- ProgramFile.h - The executable as a file -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_PROGRAMFILE_H
#define PINSTRIPE_DRIVER_PROGRAMFILE_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// The absolute path of the program that a shell would run for `name`. A
/// TargetError with the remedy if there is none, or if it is a folder, not
/// executable, a script, or no ELF file.
llvm::Expected<std::string> findProgram(llvm::StringRef name);

/// Functions that the program imports and that make sense with a terminal
/// only; empty if it imports none or can't be read.
std::vector<std::string> terminalFunctions(const std::string &program);

/// Where parsed sources are kept for the next time: below XDG_CACHE_HOME, else
/// ~/.cache; empty if the environment has neither.
std::string sourceCacheFolder();

struct NewerSource {
  std::string source; ///< as displayed
  ModuleId module{};
};

/// The sources with statement units that are newer than a module that holds
/// their code.
std::vector<NewerSource> newerSources(const UnitTable &table);

/// "3 of 4 functions of ./prog are not traced ...", with the chief reason and
/// its remedy; empty where that is no more than one in twenty.
std::string describeUntraced(const UnitTable &table, llvm::StringRef program);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PROGRAMFILE_H
