// Finds the functions and statement units of a Clang AST.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search finds everything that has code: functions, lambdas, constructors,
// initialisers of members and of globals.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H

#include "Source/UnitRecorder.h"

namespace pinstripe {

/// Adds the functions and statement units of a whole AST to the collector of
/// `recorder`. Instantiations of templates are included, since only they show
/// which types have destructors. Functions in which Clang reported errors are
/// left out.
void collectUnits(clang::ASTContext &ast, const UnitRecorder &recorder);

/// Returns the name of a function as users write it, such as "Box::Box". A
/// lambda is named after the function that contains it.
std::string functionName(const clang::FunctionDecl *function,
                         const SourcePositions &positions);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEVISITOR_H
