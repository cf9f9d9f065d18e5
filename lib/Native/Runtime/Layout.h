//===- Layout.h - What tool and target agree on -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is a flat, freestanding image that lives in the target process.
// It shares memory with the tool; these files are the layout of that memory.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H

#include "Addresses.h"
#include "Commands.h"
#include "State.h"
#include "Tables.h"
#include "TraceWords.h"

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
