// Lists values that are simpler than the value of an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
#define PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H

#include "Call/CallArguments.h"
#include "Call/NumberGap.h"

namespace pinstripe {

/// Returns true if a part of the arguments is an integer. Returns false for
/// booleans and enumerators, since a search can't move them towards another
/// value in steps of 1.
bool isInteger(const CallPart &number);
/// Returns the pair of the two integers whose bytes are given, so that a search
/// can halve the distance between them.
NumberGap gapBetween(const ValueType &type, llvm::StringRef from,
                     llvm::StringRef to);
/// Returns the values that are simpler than `value`, as bytes, the simplest
/// first. `value` is a floating-point number, an enumerator or a boolean. For a
/// floating-point number, returns 0, then the number cut off after few
/// decimals, then after more. For an enumerator, returns the enumerators
/// declared before it. For true, returns false.
std::vector<std::string> simplerValues(const ValueType &type,
                                       llvm::StringRef value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
