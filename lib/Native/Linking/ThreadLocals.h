// Binds the thread-local variables that a recompiled object uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_THREADLOCALS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_THREADLOCALS_H

#include "Linking/NameResolver.h"

namespace pinstripe {

/// Announces all symbols of an object file to `resolver`. Then writes the
/// distances of thread-local variables from the thread pointer into the code of
/// the object, since JITLink can't do that. The object must be compiled with
/// -ftls-model=local-exec. Returns the names of the sections that use an
/// unknown variable, each with the name of the variable.
llvm::Expected<std::map<std::string, std::string>>
bindThreadLocals(llvm::MutableArrayRef<char> object, NameResolver &resolver);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_THREADLOCALS_H
