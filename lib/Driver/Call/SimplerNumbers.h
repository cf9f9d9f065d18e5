// Lists values that are simpler than the value of an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
#define PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H

#include "Call/CallArguments.h"
#include "Call/NumberGap.h"

namespace pinstripe {

/// Returns true if a part is an integer. Booleans and enumerators are not,
/// since they can't be moved towards another value in steps of 1.
bool isInteger(const CallPart &number);
/// Returns the gap between two integers whose bytes are given.
NumberGap gapBetween(const ValueType &type, llvm::StringRef from,
                     llvm::StringRef to);
/// Returns simpler values for a number that is not an integer, as bytes, the
/// simplest first. For a floating-point number, these are 0 and the number with
/// few decimals, then with more. For an enumerator, they are the enumerators
/// before it. For a boolean, the only one is false.
std::vector<std::string> simplerValues(const ValueType &type,
                                       llvm::StringRef value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
