// Finds the functions and units of an AST.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything with code is found: functions, lambdas, constructors, initialisers
// of fields and globals.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H

#include "Source/UnitRecorder.h"

namespace pinstripe {

/// Adds the units of a whole AST including template instantiations, since only
/// they show which types have destructors. Leaves out functions with errors.
void collectUnits(clang::ASTContext &ast, const UnitRecorder &recorder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
