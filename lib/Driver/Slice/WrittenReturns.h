// Tells whether Pinstripe can observe each `return` of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If Pinstripe can't observe each `return`, a call may have executed a `return`
// that was not recorded.

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_WRITTENRETURNS_H
#define PINSTRIPE_LIB_DRIVER_SLICE_WRITTENRETURNS_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Returns how often the word `return` occurs in a text in C or C++, outside of
/// comments and literals.
unsigned countReturns(llvm::StringRef text);

/// Returns true if a macro may hide a `return` in the text `function`, which is
/// part of the text `file`. There are two such cases. In the first case,
/// `function` uses a macro that the file defines with a `return` in its body.
/// In the second case, a statement begins with `WORD(` or `WORD;`, where WORD
/// is in capitals. A header may define WORD as a macro.
bool mayHideReturn(llvm::StringRef function, llvm::StringRef file);

/// Returns true if Pinstripe can observe each `return` in the source of a
/// function. If it can, a call without an observed `return` is sure to have
/// executed none. A `return` can't be observed if it shares its code with
/// something else, if a macro may hide it, or if `#line` assigns its code to
/// another file. Returns false if the source can't be read.
bool areReturnsKnown(const UnitTable &table, FunctionId function);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_WRITTENRETURNS_H
