// Finds the functions and statement units of an AST.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It finds everything that has code: functions, lambdas, constructors,
// initialisers of members and of globals.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H

#include "Source/UnitRecorder.h"

namespace pinstripe {

/// Adds the statement units of a whole AST. Template instantiations are
/// visited, too, since only they show which types have destructors. Functions
/// with errors are left out.
void collectUnits(clang::ASTContext &ast, const UnitRecorder &recorder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
