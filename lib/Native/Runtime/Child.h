//===- Child.h - From the server's fork to the program ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a child does before it goes on as the program under test.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H

#include "Layout.h"
#include <sys/types.h>

namespace pinstripe::native {

/// How far the program has read and written its standard files.
struct FilePositions {
  uint64_t input = 0, output = 0, error = 0;
};
FilePositions currentPositions();

/// The child becomes a process of its own, once it is traced by `server`.
void leaveServer(ServerControl &control, pid_t server);
/// Standard files of this run alone. What was written before a checkpoint is
/// copied.
void openFiles(const ServerControl &control, const FilePositions &positions);
/// Interval timers: a fork does not inherit them.
bool hasTimers();
/// The RunState of this slot becomes the one that hooks use.
bool mapRunStateOf(uint32_t slot);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CHILD_H
