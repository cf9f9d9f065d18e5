//===- Tracer.h - What the server sees of its child -------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The server traces its child, which costs nothing until a signal comes. So
// it knows where fatal signals arose, sends int3 patches to their trampolines,
// keeps signals out of the runtime, and takes the child with it when it dies.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H

#include <cstdint>
#include <sys/types.h>

namespace pinstripe::native {

struct ChildEnd {
  bool hasTooManyProcesses = false;   ///< and was ended for that
  bool isServer = false;              ///< it goes on as a checkpoint, untraced
  int status = 0;                     ///< as from wait
  uint64_t crashPC = 0;               ///< of the last signal that was delivered
  uint64_t processorMicroseconds = 0; ///< spent by it and whom it waited for
};

/// `processLimit`: of the child with all that it starts, threads too; 0: none.
/// Result of the system call.
long attach(pid_t child, uint32_t processLimit);
/// Lets the child run to its end, or until it is a server.
ChildEnd follow(pid_t child, uint32_t processLimit);
/// Ends and buries whatever else has come to be our child.
void reapOthers();

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TRACER_H
