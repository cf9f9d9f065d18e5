// Includes all headers on which the tool and the runtime must agree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is a piece of code without libraries (a flat image). The tool
// puts the runtime into the process under test, where it shares memory with the
// tool. The included headers describe that memory.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H

#include "Addresses.h"
#include "Commands.h"
#include "State.h"
#include "Tables.h"
#include "TraceWords.h"

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
