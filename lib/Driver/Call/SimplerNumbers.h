// Lists values that are simpler than that of an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
#define PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H

#include "Call/CallArguments.h"
#include "Call/NumberGap.h"

namespace pinstripe {

/// Returns whether a number is an integer that can come nearer to another one
/// step by step. Booleans and enumerators are not.
bool isInteger(const CallPart &number);
/// Returns the gap between the integers that two values hold.
NumberGap gapBetween(const ValueType &type, llvm::StringRef from,
                     llvm::StringRef to);
/// Returns simpler values of a number that is not an integer, as bytes, the
/// simplest first. For a floating-point number: 0, then more and more of its
/// decimals. For an enumerator: those that the type lists before it. For a
/// boolean: false.
std::vector<std::string> simplerValues(const ValueType &type,
                                       llvm::StringRef value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_SIMPLERNUMBERS_H
