//===- Janitor.h - Ends what a killed tool leaves behind -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When the tool dies, lldb-server goes but the program under test would run
// on, untraced. A small process of ours outlives the tool and ends it.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_JANITOR_H
#define PINSTRIPE_EXECUTION_JANITOR_H

#include "pinstripe/Support/Error.h"
#include <memory>
#include <string>
#include <sys/types.h>

namespace pinstripe {

/// Owns the janitor process. Start it before there are other threads. It
/// notices the end of this process, whatever ended it, by the end of a pipe.
class Janitor {
public:
  /// Besides the processes that it is told of, the janitor ends those that
  /// have standard output open at `markerFile`: a program that was being
  /// launched at that moment, and its descendants.
  static llvm::Expected<std::unique_ptr<Janitor>>
  start(const std::string &markerFile);
  /// Dismisses the janitor: nothing is ended.
  ~Janitor();
  Janitor(const Janitor &) = delete;
  Janitor &operator=(const Janitor &) = delete;

  /// From now on `pid` and its process group end with this process.
  void watch(pid_t pid);
  void forget(pid_t pid);

private:
  Janitor(pid_t process, int pipe) : process(process), pipe(pipe) {}
  void send(char action, pid_t pid);

  pid_t process;
  int pipe;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_JANITOR_H
