//===- SourceVisitor.h - The functions and units of one AST -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Finds everything with code in an AST: functions,
// lambdas, constructors, initialisers of fields and globals.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCEVISITOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCEVISITOR_H

#include "UnitRecorder.h"

namespace pinstripe {

/// Walks the whole AST, template instantiations included: only they show
/// which types have destructors. Functions with errors are left out.
void collectUnits(clang::ASTContext &ast, const UnitRecorder &recorder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCEVISITOR_H
