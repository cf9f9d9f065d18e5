// Makes up declarations of classes and templates whose headers are not read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H

#include "clang/Frontend/CompilerInstance.h"

namespace pinstripe {

/// Makes a parse of C++ accept unknown names, by making up declarations for
/// them. Must be called before the parse begins. A name before `::` becomes an
/// empty class, so that `int Cart::total() {...}` is a function even if the
/// class is not known. A name before `<` becomes a class template if it is
/// outside of functions, or if it is in a class that was made up, as in
/// `std::vector<int>`.
///
/// Clang recognises about half of the functions in a file whose headers are
/// missing. With names made up, it recognises nearly all of them.
void makeUpMissingNames(clang::CompilerInstance &compiler);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_MISSINGNAMES_H
