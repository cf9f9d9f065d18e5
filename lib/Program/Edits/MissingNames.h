// Makes up the classes and templates of headers that a parse does without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H

#include "clang/Frontend/CompilerInstance.h"

namespace pinstripe {

/// Lets a parse of C++ that is about to begin make up declarations for names
/// that have none. A name before `::` becomes an empty class, so that
/// `int Cart::total() {...}` is a function even if the class is not known. A
/// name before `<` becomes a class template: a name in a class that was made
/// up, as in `std::vector<int>`, and any name outside of functions.
///
/// Without this, Clang recognises about half of the functions in a file whose
/// headers are missing, and with it nearly all of them.
void makeUpMissingNames(clang::CompilerInstance &compiler);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H
